import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();
const byId = { link: locator('id', fromItem('id')) };
const ids = (...numbers: number[]) => numbers.map((n) => ({ id: 400000 + n }));

beforeEach(() => {
	for (let n = 0; n < 3; n++) h.service.store.addLink();
});

const remove = async (...numbers: number[]) => {
	const { main } = await h.link('link.delete', byId, {
		items: ids(...numbers),
		onError: 'continueRegularOutput',
	});
	return main.map(({ json }) => json.deleted ?? json.error);
};

const sent = () =>
	h.service.calls.map(({ rawBody }) => new URLSearchParams(rawBody).getAll('ids[]').join());

test('a batch that is refused for one link is asked for link by link', async () => {
	h.service.setFreedoms({ deleteUnknown: 'code2' });
	expect(await remove(1, 99, 3)).toEqual([true, 'The service has no such record (code 2)', true]);
	expect(sent()).toEqual(['400001,400099,400003', '400001', '400099', '400003']);
	expect(h.service.store.links.size).toBe(1);
});

test('a batch of which nothing was done, without a name, is asked for link by link', async () => {
	h.service.faults.add({ kind: { code: 99, data: [] } });
	expect(await remove(1, 2)).toEqual([true, true]);
	expect(sent()).toEqual(['400001,400002', '400001', '400002']);
});

test.each([
	['a part was done, and no link is named', { code: 98, data: null }],
	['code 0 names links that nobody asked for', { code: 0, data: { notProcessed: ['5'] } }],
	[
		'code 0 names other links as deleted',
		{ code: 0, data: { processed: ['5'], notProcessed: [] } },
	],
])('%s: no link is said to be deleted', async (_, kind) => {
	h.service.faults.add({ kind });
	expect(await remove(1, 2)).not.toContain(true);
	expect(h.service.calls).toHaveLength(1);
});
