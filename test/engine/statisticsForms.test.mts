import { fromItem, harness, locator, NOON } from './lib/harness.mts';

const h = harness();

const link = locator('id', fromItem('id'));
const ids = (...numbers: number[]) => numbers.map((n) => ({ id: 400000 + n }));
const span = { type: 'daily', dateFrom: '2026-03-09', dateTo: '2026-03-10' };

/** Links 1 to 4 with as many clicks today. */
beforeEach(() => {
	for (let n = 1; n <= 4; n++) {
		h.service.store.addLink({ code: `c${n}` });
		for (let clicks = 0; clicks < n; clicks++) h.service.store.click(`c${n}`, NOON);
	}
});

const totals = async (items: Array<{ id: number }>) => {
	const parameters = { link, ...span, output: 'totals' };
	return await h.link('statistics.get', parameters, { items, onError: 'continueRegularOutput' });
};

const clicksOf = ({ main }: Awaited<ReturnType<typeof totals>>) =>
	main.map(({ json }) => json.clicks ?? 'failed');

test('ids of different lengths are in order of their value', async () => {
	h.service.store.addLink({ id: '99999', code: 'short' });
	h.service.setFreedoms({ statsAscending: true });
	const items = [...ids(2), { id: 99999 }];
	expect(clicksOf(await totals(items))).toEqual([2, 0]);
});

const hintsOf = ({ run }: Awaited<ReturnType<typeof totals>>) =>
	run.data.resultData.runData.Node.flatMap(({ hints }) => hints ?? []).map(
		({ message }) => message,
	);

test('Totals are the service’s own, over all windows, with a hint where its rows say otherwise', async () => {
	h.service.setFreedoms({ statsTotalsOff: 10 });
	const long = { link, type: 'daily', dateFrom: '2025-11-01', dateTo: '2026-03-10' };
	const parameters = { ...long, output: 'totals' };
	const result = await h.link('statistics.get', parameters, { items: ids(1, 2, 3) });
	expect(h.wire('Link/GetStats')).toHaveLength(2);
	expect(result.main.map(({ json }) => json)).toEqual(
		[1, 2, 3].map((n) => ({ linkId: 400000 + n, clicks: n + 20, redirects: n + 20 })),
	);
	expect(hintsOf(result)).toEqual([
		expect.stringMatching(/^For link 400001 and 2 more, the totals that the service gives are not/),
	]);
});

test('without totals of the service, and where they agree, there is no hint', async () => {
	expect(hintsOf(await totals(ids(1)))).toEqual([]);
	h.service.setFreedoms({ statsTotals: 'absent' });
	const result = await totals(ids(1, 2));
	expect(clicksOf(result)).toEqual([1, 2]);
	expect(hintsOf(result)).toEqual([]);
});

test('one text for the totals of several links says nothing of each: they are asked one by one', async () => {
	h.service.setDialect('documented');
	expect(clicksOf(await totals(ids(1, 2)))).toEqual([1, 2]);
	expect(h.service.calls).toHaveLength(1);
	h.service.setFreedoms({ statsTotalsOff: 5 });
	expect(clicksOf(await totals(ids(1, 2)))).toEqual([6, 7]);
	expect(h.service.calls).toHaveLength(4);
});

test('once it is seen that a service has no such columns, no further five links are asked together', async () => {
	for (let n = 5; n <= 40; n++) h.service.store.addLink({ code: `c${n}` });
	h.service.setFreedoms({ statsForm: 'numberTotal' });
	await totals(ids(...Array.from({ length: 40 }, (_, n) => n + 1)));
	// The five that are under way before the first answer, and one for each link.
	expect(h.service.calls.length).toBeLessThanOrEqual(5 + 40);
});
