import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();
const RETRY = { retryOnFail: { maxTries: 3 } };
const urls = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ url: `example.com/x${n}x` }));
const create = { fullLink: fromItem('url') };
const strike = (method: string, part: string, kind: object, times = 1) =>
	h.service.faults.add({
		method,
		times,
		when: ({ rawBody }) => rawBody.includes(part),
		kind: kind as never,
	});

test('Create: a second try makes only the links that were refused', async () => {
	strike('Link/Create', 'x2x', { code: 1, data: { fullLink: ['Bad'] } });
	const { main, error } = await h.link('link.create', create, { items: urls(4), ...RETRY });
	expect(error).toBeUndefined();
	expect(h.service.store.links.size).toBe(4);
	expect(new Set(main.map(({ json }) => json.id)).size).toBe(4);
	expect(h.wire('Link/Create')).toHaveLength(5);
});

test('Create: what may have been made is not made again', async () => {
	strike('Link/Create', 'x1x', { drop: 'after' });
	const { error } = await h.link('link.create', create, { items: urls(3), ...RETRY });
	expect(h.service.store.links.size).toBe(3);
	expect(error?.message).toMatch(/^2 of 3 links created; item 2: It is not known whether/);
});

test('Create with Continue: the try after a failed first item leaves the others alone', async () => {
	strike('Link/Create', 'x0x', { code: 1, data: {} });
	const more = { items: urls(3), onError: 'continueRegularOutput' as const, ...RETRY };
	const { main } = await h.link('link.create', create, more);
	expect(h.service.store.links.size).toBe(3);
	expect(main.map(({ json }) => json.error)).toEqual([undefined, undefined, undefined]);
});

test('Delete: a second try returns what was deleted, and deletes the rest', async () => {
	for (const code of ['aa', 'bb']) h.service.store.addLink({ code });
	strike('Link/Get', 'bb', { code: 15 });
	const { main, error } = await h.link(
		'link.delete',
		{ link: locator('code', fromItem('code')) },
		{ items: [{ code: 'aa' }, { code: 'bb' }], onError: 'continueRegularOutput', ...RETRY },
	);
	expect(error).toBeUndefined();
	expect(main[0].json).toMatchObject({ deleted: true });
	expect(h.wire('Link/Delete').length).toBeLessThanOrEqual(2);
});

test('Update: a second try does not change again what was changed', async () => {
	for (const id of ['400001', '400002']) h.service.store.addLink({ id });
	strike('Link/Update', '400002', { code: 15 });
	const { main, error } = await h.link(
		'link.update',
		{ link: locator('id', fromItem('id') as never), updateFields: { comment: 'new' } },
		{ items: [{ id: '400001' }, { id: '400002' }], ...RETRY },
	);
	expect(error).toBeUndefined();
	expect(main.map(({ json }) => json.updated)).toEqual([true, true]);
	const changed = h.wire('Link/Update').map((params) => JSON.stringify(params));
	expect(changed.filter((params) => params.includes('400001'))).toHaveLength(1);
});

test.each([{ drop: 'after' as const }, { code: 0, data: { id: 5 }, at: 'after' as const }])(
	'Create, answered with %j: it may have been made, and says so',
	async (kind) => {
		h.service.faults.add({ kind });
		const more = { items: urls(1), onError: 'continueRegularOutput' as const };
		const { main } = await h.link('link.create', create, more);
		expect(main[0].json).toMatchObject({
			error: expect.stringMatching(/^It is not known whether this was done: The /),
			message: expect.stringContaining('Look for it with the operation Get Many'),
			details: { outcome: 'unknown' },
		});
	},
);
