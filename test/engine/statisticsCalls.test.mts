import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

const byId = { link: locator('id', fromItem('id')) };

const seed = (count: number) => {
	for (let n = 0; n < count; n++) h.service.store.addLink({ code: `c${n}` });
};

const ids = (count: number) => Array.from({ length: count }, (_, n) => ({ id: 400001 + n }));

const sent = () =>
	h.service.calls.map(({ rawBody }) => new URLSearchParams(rawBody).getAll('ids[]'));

test.each([
	['neither', {}, {}],
	['only to', { dateTo: '2026-01-05' }, { criteria: { dateTo: '2026-01-05 23:59:59' } }],
	[
		'both, as times with an offset',
		{ dateFrom: '2026-03-01T00:00:00Z', dateTo: '2026-03-02T00:00:00Z' },
		{ criteria: { dateFrom: '2026-03-01 05:00:00', dateTo: '2026-03-02 05:00:00' } },
	],
])('dates: %s', async (_, dates, expected) => {
	seed(1);
	await h.link('statistics.get', { ...byId, ...dates }, { items: ids(1) });
	expect(h.wire('Link/GetStats')).toEqual([{ ids: ['400001'], type: 'daily', ...expected }]);
});

test.each([
	[1, [1]],
	[5, [5]],
	[6, [5, 1]],
	[23, [5, 5, 5, 5, 3]],
])('%i links with the same time: calls of %j', async (count, sizes) => {
	seed(count);
	for (let n = 0; n < count; n++) {
		for (let clicks = 0; clicks <= n; clicks++) h.service.store.click(`c${n}`);
	}
	const { main } = await h.link(
		'statistics.get',
		{ ...byId, output: 'totals' },
		{ items: ids(count) },
	);
	expect(sent().map((list) => list.length)).toEqual(sizes);
	expect(main.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
		ids(count).map(({ id }, item) => [
			{ linkId: id, clicks: item + 1, redirects: item + 1 },
			{ item },
		]),
	);
});

test('items with other types and times have calls of their own; a link asked for twice shares one', async () => {
	seed(2);
	const items = [
		{ id: 400001, type: 'daily', output: 'totals' },
		{ id: 400002, type: 'monthly', output: 'totals' },
		{ id: 400002, type: 'daily', output: 'rows' },
		{ id: 400001, type: 'daily', output: 'rows' },
	];
	const { main } = await h.link(
		'statistics.get',
		{ ...byId, type: fromItem('type'), output: fromItem('output') },
		{ items },
	);
	expect(h.wire('Link/GetStats')).toEqual([
		{ ids: ['400001', '400002'], type: 'daily' },
		{ ids: ['400002'], type: 'monthly' },
	]);
	const days = 91;
	const counts = items.map(
		(_, index) =>
			main.filter(({ pairedItem }) => JSON.stringify(pairedItem) === `{"item":${index}}`).length,
	);
	expect(counts).toEqual([1, 1, days, days]);
});

test('links named by code are looked up once', async () => {
	seed(2);
	const { main } = await h.link(
		'statistics.get',
		{ link: locator('code', fromItem('code')), output: 'totals' },
		{ items: [{ code: 'c1' }, { code: 'c0' }, { code: 'c1' }] },
	);
	expect(h.methods()).toEqual(['Link/Get', 'Link/Get', 'Link/GetStats']);
	expect(main.map(({ json }) => json.linkId)).toEqual([400002, 400001, 400002]);
});

test.each(['rows', 'totals'])('%s of a link that was looked up say which it is', async (output) => {
	h.service.store.addLink({ code: 'c0', fullLink: 'https://example.com/a' });
	h.service.store.click('c0');
	const asked = async (link: object) => {
		const { main } = await h.link('statistics.get', { link: { ...link }, output });
		return main.map(({ json }) => json);
	};
	const byCode = await asked(locator('code', 'c0'));
	expect(byCode.length).toBeGreaterThan(0);
	const which = { code: 'c0', fullLink: 'https://example.com/a' };
	expect(byCode).toEqual((await asked(locator('id', 400001))).map((row) => ({ ...row, ...which })));
});

test('a link that is not there fails alone, though five share a call', async () => {
	seed(7);
	h.service.store.click('c6');
	const items = ids(7);
	items[2] = { id: 5 };
	const asTotals = { ...byId, output: 'totals' };
	const { main } = await h.link('statistics.get', asTotals, {
		items,
		onError: 'continueRegularOutput',
	});
	expect(main.map(({ json }) => json.error ?? [json.linkId, json.clicks])).toEqual(
		items.map(({ id }, n) =>
			n === 2 ? 'The service has no such record (code 2)' : [id, n === 6 ? 1 : 0],
		),
	);
	expect(h.service.calls).toHaveLength(1 + 5 + 1);
	const stopped = await h.link('statistics.get', asTotals, { items });
	expect(stopped.error?.message).toMatch(/; item 3: The service has no such record \(code 2\)$/);
});
