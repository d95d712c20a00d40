import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();
const DELETE = 'Link/Delete';
const byId = { link: locator('id', fromItem('id')) };

const add = (count: number) => {
	for (let n = 0; n < count; n++) h.service.store.addLink();
};
const ids = (count: number) => Array.from({ length: count }, (_, n) => ({ id: 400001 + n }));
const sent = () =>
	h.service.calls.map(({ rawBody }) => new URLSearchParams(rawBody).getAll('ids[]'));

describe.each(['observed', 'documented'] as const)('Link/Delete, %s answers', (dialect) => {
	beforeEach(() => h.service.setDialect(dialect));

	test('gathers the items into one call', async () => {
		add(4);
		const { main } = await h.link('link.delete', byId, { items: ids(3) });
		expect(h.wire(DELETE)).toEqual([{ ids: ['400001', '400002', '400003'] }]);
		expect(main).toEqual(
			ids(3).map(({ id }, item) => ({ json: { deleted: true, id }, pairedItem: { item } })),
		);
		expect(h.service.store.links.size).toBe(1);
	});

	test('a link that was not deleted is its own item’s failure (98 or 0)', async () => {
		add(3);
		const items = [{ id: 1 }, { id: 400001 }, { id: 2 }, { id: 400003 }];
		const { main } = await h.link('link.delete', byId, { items, onError: 'continueRegularOutput' });
		expect(h.service.calls).toHaveLength(1);
		expect(main.map(({ json }) => json.error ?? json)).toEqual([
			'The service did not delete link 1',
			{ deleted: true, id: 400001 },
			'The service did not delete link 2',
			{ deleted: true, id: 400003 },
		]);
		expect(main.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
	});

	test('nothing deleted at all (99 or 0)', async () => {
		const { main } = await h.link('link.delete', byId, {
			items: [{ id: 1 }, { id: 2 }],
			onError: 'continueRegularOutput',
		});
		expect(main.map(({ json }) => json.error)).toEqual([
			'The service did not delete link 1',
			'The service did not delete link 2',
		]);
	});
});

test.each([
	[1, [1]],
	[100, [100]],
	[101, [100, 1]],
	[250, [100, 100, 50]],
])('%i links: calls of %j', async (count, sizes) => {
	add(count);
	const { main } = await h.link('link.delete', byId, { items: ids(count) });
	expect(sent().map((list) => list.length)).toEqual(sizes);
	expect(main.map(({ json }) => json.id)).toEqual(ids(count).map(({ id }) => id));
	expect(h.service.store.links.size).toBe(0);
});

test('a link named twice is sent once, and both items are answered', async () => {
	add(1);
	const { main } = await h.link('link.delete', byId, { items: [{ id: 400001 }, { id: '400001' }] });
	expect(sent()).toEqual([['400001']]);
	expect(main.map(({ json, pairedItem }) => [json, pairedItem])).toEqual([
		[{ deleted: true, id: 400001 }, { item: 0 }],
		[{ deleted: true, id: 400001 }, { item: 1 }],
	]);
});

test('a code or URL is looked up once in the run, however many items name it', async () => {
	for (const code of ['aa', 'bb']) h.service.store.addLink({ code });
	const url = `${h.service.url}/bb`;
	const { main } = await h.link(
		'link.delete',
		{ link: fromItem('link') },
		{
			items: [
				{ link: locator('code', 'aa') },
				{ link: locator('url', url) },
				{ link: locator('code', 'aa') },
				{ link: locator('url', url) },
			],
		},
	);
	expect(h.wire('Link/Get')).toEqual([{ code: 'aa' }, { shortLink: url }]);
	expect(h.wire(DELETE)).toEqual([{ ids: ['400001', '400002'] }]);
	expect(main.map(({ json }) => json.id)).toEqual([400001, 400002, 400001, 400002]);
});

test('an item whose link is not found fails alone', async () => {
	h.service.store.addLink({ code: 'aa' });
	const { main } = await h.link(
		'link.delete',
		{ link: locator('code', fromItem('code')) },
		{ items: [{ code: 'gone' }, { code: 'aa' }], onError: 'continueRegularOutput' },
	);
	expect(main.map(({ json }) => json.error ?? json)).toEqual([
		'The service has no such record (code 2)',
		{ deleted: true, id: 400001 },
	]);
	expect(sent().at(-1)).toEqual(['400001']);
});

test('a refused call concerns only its own hundred', async () => {
	add(150);
	h.service.faults.add({ method: DELETE, kind: { code: 15, message: 'Locked' } });
	const { main } = await h.link('link.delete', byId, {
		items: ids(150),
		onError: 'continueRegularOutput',
	});
	const failed = main.flatMap(({ json }, item) => (json.error ? [item] : []));
	expect(failed.length === 100 || failed.length === 50).toBe(true);
	expect(h.service.store.links.size).toBe(failed.length);
	expect(main).toHaveLength(150);
});
