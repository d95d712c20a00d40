import { byId, CONTINUE, fromItem, harness, ids, locator } from './lib/harness.mts';
import { scenarios } from './lib/scenario.mts';

const h = harness();
const STATS = 'Link/GetStats';
const totals = { ...byId, output: 'totals' };
const GONE = 'The service has no such record (code 2)';

scenarios(h, {
	'without dates the service chooses the span; items with other types have calls of their own; a link asked for twice, as rows too, shares one':
		{
			account: () => h.addLinks(2),
			choice: 'statistics.get',
			parameters: { ...byId, type: fromItem('type'), output: fromItem('output') },
			items: [
				{ id: 400001, type: 'daily', output: 'totals' },
				{ id: 400002, type: 'monthly', output: 'totals' },
				{ id: 400002, type: 'daily', output: 'rows' },
				{ id: 400001, type: 'daily', output: 'rows' },
			],
			wire: [
				[STATS, { ids: ['400001', '400002'], type: 'daily' }],
				[STATS, { ids: ['400002'], type: 'monthly' }],
			],
		},
});

test.each([
	[5, [5]],
	[6, [5, 1]],
	[23, [5, 5, 5, 5, 3]],
])('%i links with the same time: calls of %j', async (count, sizes) => {
	h.addLinks(count, (n) => n);
	const { main } = await h.run('statistics.get', totals, { items: ids(count) });
	expect(h.sizes()).toEqual(sizes);
	expect(main.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
		ids(count).map(({ id }, item) => [
			{ linkId: id, clicks: item, redirects: item, dateFrom: '2025-12-10', dateTo: '2026-03-10' },
			{ item },
		]),
	);
});

test.each(['rows', 'totals'])('%s of links named by code say which they are', async (output) => {
	h.addLinks(2);
	const link = locator('code', fromItem('code'));
	const items = ['c1', 'c0', 'c1'].map((code) => ({ code }));
	const { main } = await h.run('statistics.get', { link, output }, { items });
	expect(h.methods()).toEqual(['Link/Get', 'Link/Get', STATS]);
	const idsOf = [400002, 400001, 400002].map((id) => ({ id }));
	const known = await h.run('statistics.get', { ...byId, output }, { items: idsOf });
	expect(main.map(({ json }) => json)).toEqual(
		known.main.map(({ json }) => ({
			...json,
			...{ code: `c${Number(json.linkId) - 400001}`, fullLink: 'https://example.com/' },
		})),
	);
});

test('a link that is not there fails alone, though five share a call', async () => {
	h.addLinks(7);
	const items = ids(7);
	items[2] = { id: 5 };
	const { main } = await h.run('statistics.get', totals, { items, ...CONTINUE });
	const ends = items.map(({ id }, n) => (n === 2 ? GONE : id));
	expect(main.map(({ json }) => json.error ?? json.linkId)).toEqual(ends);
	expect(h.service.calls).toHaveLength(1 + 5 + 1);
	const { error } = await h.run('statistics.get', totals, { items });
	expect(error?.message).toMatch(/; item 3: The service has no such record \(code 2\)$/);
});

test.each([
	['code2' as const, GONE],
	['leftOut' as const, 'The service counts nothing for the link'],
])(
	'a link that is not there (%s) costs few calls more, also in a long span',
	async (form, fault) => {
		h.addLinks(4);
		h.service.setFreedoms({ statsUnknown: form });
		const parameters = { ...totals, type: 'hourly', dateFrom: '2025-03-10', dateTo: '2026-03-10' };
		const { main } = await h.run('statistics.get', parameters, { items: ids(5), ...CONTINUE });
		expect(main.map(({ json }) => json.error ?? json.clicks)).toEqual([0, 0, 0, 0, fault]);
		// 53 weeks, of which at most 16 are asked for at once.
		expect(h.service.calls.length).toBeLessThanOrEqual(53 + 16 * 5);
	},
);

test('where a service has no columns for links, each link is asked once more alone', async () => {
	h.addLinks(42);
	h.service.setFreedoms({ statsForm: 'numberTotal' });
	await h.run('statistics.get', totals, { items: ids(42) });
	// The last call of several is for two.
	expect(h.service.calls).toHaveLength(9 + 42);
});

test('a window that fails takes its item with it, with nothing of the other windows', async () => {
	h.addLinks(1);
	h.service.faults.add({ after: 1, kind: { code: 15 } });
	const dates = { dateFrom: '2026-03-09 00:00:00', dateTo: '2026-03-09 08:00:00' };
	const parameters = { ...byId, type: 'minute', ...dates };
	const { main } = await h.run('statistics.get', parameters, { items: ids(1), ...CONTINUE });
	const error = 'The service could not carry out the operation (code 15)';
	expect(main.map(({ json }) => json.error)).toEqual([error]);
});

test('the same beside a link that is not there, and is asked for in few windows', async () => {
	h.addLinks(1);
	h.strike('[dateFrom]=2026-03-09%2021', { code: 12 });
	const parameters = { ...totals, type: 'minute', dateFrom: '2026-03-09', dateTo: '2026-03-09' };
	const { main } = await h.run('statistics.get', parameters, { items: ids(2), ...CONTINUE });
	expect(main.map(({ json }) => json.error)).toEqual([expect.stringContaining('code 12'), GONE]);
});

test('stop mode: of links whose call was not begun, nothing is said', async () => {
	h.addLinks(60);
	h.service.faults.add({ method: STATS, times: Infinity, kind: { code: 9 } });
	const { error } = await h.run('statistics.get', totals, { items: ids(60) });
	expect(h.wire(STATS).length).toBeLessThan(12);
	expect(error?.message).toMatch(
		/^0 of 60 statistics read; items 1, [\d, ]+ and \d+ more: .*\(code 9\)$/,
	);
	expect(error?.description).not.toMatch(/items? \d/i);
});
