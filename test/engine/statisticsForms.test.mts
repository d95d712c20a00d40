import { ownClock } from '../sending/lib/clock.mts';
import { byId, CONTINUE, harness, ids } from './lib/harness.mts';
import type { NodeResult } from './lib/engine.mts';

ownClock();
const h = harness();
const span = { type: 'daily', dateFrom: '2026-03-09', dateTo: '2026-03-10' };

beforeEach(() => h.addLinks(4, (n) => n + 1));

const totals = async (items: Array<{ id: number }>, more = {}) => {
	const parameters = { ...byId, ...span, output: 'totals', ...more };
	return await h.run('statistics.get', parameters, { items, ...CONTINUE });
};
const clicksOf = ({ main }: NodeResult) => main.map(({ json }) => json.clicks ?? json.error);

test('raw: the answers as they came, to one call for each window and link', async () => {
	const row = { param: '2026-03-10', clicks0: '2', redirects0: 2 };
	const data = { items: [row], totals: '2' };
	h.service.faults.add({ times: Infinity, kind: { code: 0, data } });
	const parameters = { ...byId, ...span, dateFrom: '2025-11-01', output: 'raw' };
	const { main } = await h.run('statistics.get', parameters, { items: ids(2) });
	expect(h.sizes()).toEqual([1, 1, 1, 1]);
	expect(main).toEqual([0, 0, 1, 1].map((item) => ({ json: data, pairedItem: { item } })));
});

test('raw is asked for by itself, also where another item wants rows of the same link and time', async () => {
	const items = ['rows', 'raw'].map((output) => ({ id: 400001, output }));
	const parameters = { ...byId, ...span, output: '={{ $json.output }}' };
	const { main } = await h.run('statistics.get', parameters, { items });
	expect(main.map(({ json }) => [json.linkId, Object(json.items).length])).toEqual([
		...[0, 1].map(() => [400001, undefined]),
		[undefined, 2],
	]);
	expect(h.sizes()).toEqual([1, 1]);
});

/** Columns of another link alone. */
const OF_ANOTHER = [{ param: '2026-03-10', clicks1: '3', redirects1: '3' }];

test.each(
	['rows', 'totals'].flatMap((output) =>
		[[['2026-03-09', 3]], { '2026-03-09': 3 }, OF_ANOTHER].map((items) => [output, items] as const),
	),
)('%s are not made of an answer without counts for each link: %j', async (output, items) => {
	h.service.faults.add({ kind: { code: 0, data: { items, totals: '3' } } });
	const { main, error } = await h.run('statistics.get', { ...byId, output }, { items: ids(1) });
	expect(main).toEqual([]);
	expect(error?.message).toBe('The response is not what this service sends');
});

test('Totals are the service’s own, over all windows, with a hint where its rows say otherwise', async () => {
	h.service.setFreedoms({ statsTotalsOff: 10 });
	const result = await totals(ids(3), { dateFrom: '2025-11-01' });
	expect(h.wire('Link/GetStats')).toHaveLength(2);
	expect(result.main.map(({ json }) => json)).toEqual(
		[1, 2, 3].map((n) => ({
			...{ linkId: 400000 + n, clicks: n + 20, redirects: n + 20 },
			...{ dateFrom: '2025-11-01 00:00:00', dateTo: '2026-03-10 23:59:59' },
		})),
	);
	expect(result.hints).toEqual([
		expect.stringMatching(/^For link 400001 and 2 more, the totals that the service gives are not/),
	]);
	const { hints } = await totals(ids(1));
	expect(hints).toEqual([expect.stringMatching(/^For link 400001, the totals/)]);
	expect((await totals(ids(1), { output: 'rows' })).hints).toEqual([]);
});

test.each([
	['fewer links than the totals', [0, 1], [0, 1, 2]],
	['other links, by their numbers', [0, 1, 3], []],
	['one link more', [0, 1, 2, 3], []],
])('rows have columns for %s: no figure goes to another link', async (_what, rows, sums) => {
	const cells = (names: string[], columns: number[]) =>
		Object.fromEntries(columns.flatMap((n) => names.map((name) => [`${name}${n}`, '9'])));
	const items = [{ param: '2026-03-10', ...cells(['clicks', 'redirects'], rows) }];
	const totals = cells(['totalClicks', 'totalRedirects'], sums);
	h.service.faults.add({ kind: { code: 0, data: { items, totals } } });
	const parameters = { ...byId, ...span, dateFrom: '2026-03-10', output: 'rows' };
	const result = await h.run('statistics.get', parameters, { items: ids(3), ...CONTINUE });
	expect(clicksOf(result)).toEqual([1, 2, 3]);
});

test('without totals of the service, and where they agree, there is no hint', async () => {
	expect((await totals(ids(1))).hints).toEqual([]);
	h.service.setFreedoms({ statsTotals: 'absent' });
	const result = await totals(ids(2));
	expect([clicksOf(result), result.hints]).toEqual([[1, 2], []]);
});

test('a service that numbers its columns by ascending ID: each link has its own figures', async () => {
	h.service.setFreedoms({ statsAscending: true });
	expect(clicksOf(await totals(ids(3).reverse()))).toEqual([3, 2, 1]);
});

test.each([
	['3', [2]],
	['9', [2, 1, 1]],
])('one total of two links, %s: calls of %j links, and each has its own', async (sum, sizes) => {
	const row = { param: '2026-03-10', clicks0: '1', redirects0: '1', clicks1: '2', redirects1: '2' };
	h.service.faults.add({ kind: { code: 0, data: { items: [row], totals: sum } } });
	expect(clicksOf(await totals(ids(2)))).toEqual([1, 2]);
	expect(h.sizes()).toEqual(sizes);
});

const answered = async (items: object[], more = {}, sums = {}) => {
	h.service.faults.add({ kind: { code: 0, data: { items, totals: sums } } });
	const parameters = { ...byId, ...span, ...more };
	return await h.run('statistics.get', parameters, { items: ids(1), ...CONTINUE });
};

test.each([
	[{ clicks: '3' }, { clicks: 3, redirects: null }],
	[{ redirects: '3' }, { clicks: null, redirects: 3 }],
])(
	'a period with %j has come, whatever the clock says; fields that nobody documented are passed on',
	async (given, read) => {
		const row = { period: '2099-01-01', visitors: '2', ...given };
		const { main } = await answered([row], { dateTo: '' });
		expect(main.map(({ json }) => json)).toEqual([
			{ linkId: 400001, period: '2099-01-01', visitors: '2', ...read },
		]);
	},
);

test('periods that are still to come are left out, but not where Date To asks for them', async () => {
	const rows = ['10', '11', '12'].map((day) => ({ param: `2026-03-${day}`, clicks0: '0' }));
	const one = await answered(rows, { dateTo: '' });
	const all = await answered(rows, { dateTo: '2026-03-12' });
	expect([one, all].map(({ main }) => main.length)).toEqual([1, 3]);
});

test.each([
	[2, 9],
	[9, 2],
])('in all %i clicks and %i redirects, beside rows with two of each: a hint', async (...sums) => {
	const [clicks, redirects] = sums;
	const row = { param: '2026-03-10', clicks0: '2', redirects0: '2' };
	const all = { totalClicks0: String(clicks), totalRedirects0: String(redirects) };
	const { main, hints } = await answered([row], { output: 'totals' }, all);
	expect([main[0].json, hints.length]).toEqual([expect.objectContaining({ clicks, redirects }), 1]);
});

test('what the service does not count is null, not 0, and a period that it does not name, too', async () => {
	const { main } = await answered([{ clicks0: '0', redirects0: 'none' }], { dateTo: '' });
	const json = { linkId: 400001, period: null, clicks: 0, redirects: null };
	expect(main).toEqual([{ json, pairedItem: { item: 0 } }]);
});

test.each(['Clicks', 'Redirects'])(
	'%s of a link in the totals and no rows: Totals gives them, and Rows is no empty success',
	async (name) => {
		const sums = { [`total${name}0`]: '3', [`total${name}1`]: '0' };
		h.service.faults.add({ times: 4, kind: { code: 0, data: { items: null, totals: sums } } });
		const { main } = await totals(ids(2));
		expect(main.map(({ json }) => json[name.toLowerCase()])).toEqual([3, 0]);
		const rows = await totals(ids(2), { output: 'rows' });
		expect(clicksOf(rows)).toEqual(Array(2).fill('The response is not what this service sends'));
	},
);
