import { NOON, oneByOne, SECOND, useService } from './harness.mts';

const api = useService();
const PAGE = { pagination: { pageSize: 100 } };
const ids = (params: object = {}, method = 'Message/List') =>
	api.column(method, 'id', { ...PAGE, ...params });

describe('F8: ties', () => {
	/** Recipients with 1, 2, 3 ... messages each, in all 78; and links without clicks. */
	beforeEach(() => {
		for (let n = 1; n <= 12; n++) {
			api.store.addMessages(n, { to: `770100000${String(n).padStart(2, '0')}` });
		}
		for (let n = 0; n < 30; n++) api.store.addLink();
	});

	it.each([
		['Message/List', 'to', 'ASC'],
		['Message/List', 'to', 'DESC'],
		['Link/List', 'clickCnt', 'ASC'],
	])('%s by %s %s: in another order in every call, within the sort', async (method, key, order) => {
		const params = { sort: { [key]: order } };
		const calm = await ids(params, method);
		const keys = await api.column(method, key, { ...PAGE, ...params });
		const unsorted = await ids({}, method);
		api.service.setFreedoms({ tiesShuffled: true });
		const [first, second] = [await ids(params, method), await ids(params, method)];
		expect(new Set(first)).toEqual(new Set(calm));
		expect(first).not.toEqual(second);
		expect(await api.column(method, key, { ...PAGE, ...params })).toEqual(keys);
		// What nothing ties stays as it is.
		expect(await ids({}, method)).toEqual(unsorted);
	});

	it('that span pages may be shown twice and left out, what stands alone never', async () => {
		api.service.reset();
		api.store.addMessages(60, { statusUpdateTs: NOON });
		const alone = api.store.addMessage({ statusUpdateTs: NOON + SECOND }).id;
		api.service.setFreedoms({ tiesShuffled: true });
		const pages = await oneByOne([0, 1, 2], (currentPage) =>
			ids({ sort: { statusUpdateTs: 'DESC' }, pagination: { pageSize: 25, currentPage } }),
		);
		const seen = pages.flat();
		expect([seen[0], seen.length]).toEqual([alone, 61]);
		expect(new Set(seen).size).toBeLessThan(61);
		// Each page is a true one: no row comes twice on it.
		for (const page of pages) expect(new Set(page).size).toBe(page.length);
	});
});

it.each([
	['Message/List', {}],
	['Message/List', { criteria: { statusUpdateTsFrom: '2026-03-10 12:00:00' } }],
	['Link/List', {}],
])('F8: %s with %j in the order that nobody asks for', async (method, params) => {
	api.store.addMessages(40);
	for (let n = 0; n < 40; n++) api.store.addLink();
	const newest = await ids(params, method);
	api.service.setFreedoms({ unsortedOrder: 'oldestFirst' });
	const oldest = await ids(params, method);
	expect(oldest).toEqual([...newest].reverse());
	expect(oldest).toEqual([...oldest].sort());
	api.service.setFreedoms({ unsortedOrder: 'any' });
	const some = await ids(params, method);
	expect(some).not.toEqual(newest);
	expect(new Set(some)).toEqual(new Set(newest));
	expect(some).not.toEqual(await ids(params, method));
});

describe.each(['Message/List', 'Link/List'])('%s', (method) => {
	const page = (currentPage: number) =>
		api.list(method, { pagination: { pageSize: 25, currentPage } });
	const shown = async (currentPage: number) => {
		const { items, totalItemCount } = await page(currentPage);
		return [items.length, Number(totalItemCount)];
	};
	beforeEach(() => {
		api.store.addMessages(60);
		for (let n = 0; n < 60; n++) api.store.addLink();
	});

	it('F25: a page past the end shows the last page again', async () => {
		expect((await page(3)).items).toEqual([]);
		api.service.setFreedoms({ pastEnd: 'lastPage' });
		expect((await page(3)).items).toEqual((await page(2)).items);
		expect((await page(9)).items).toHaveLength(10);
	});

	it('F26: it shows only so many of the rows that it counts', async () => {
		api.service.setFreedoms({ listShows: 30 });
		expect(await oneByOne([0, 1, 2], shown)).toEqual([
			[25, 60],
			[5, 60],
			[0, 60],
		]);
		api.service.setFreedoms({ listShows: 0 });
		expect(await shown(0)).toEqual([0, 60]);
	});

	it('F27: the oldest rows leave it, before each answer', async () => {
		const oldest = (await page(2)).items.at(-1);
		api.service.setFreedoms({ oldestLeave: 5 });
		expect(await oneByOne([0, 1], shown)).toEqual([
			[25, 55],
			[25, 50],
		]);
		expect((await page(1)).items).not.toContainEqual(oldest);
	});

	it('F28: rows come, change and leave, before each answer', async () => {
		const ids = async () =>
			new Set(await api.column(method, 'id', { pagination: { pageSize: 100 } }));
		const before = await ids();
		const data = JSON.stringify(await page(0));
		api.service.setFreedoms({ rowsMove: 3 });
		await oneByOne([0, 1, 2, 3, 4], shown);
		api.service.setFreedoms();
		const after = await ids();
		const left = [...before].filter((id) => !after.has(id)).length;
		const come = [...after].filter((id) => !before.has(id)).length;
		expect(left).toBeGreaterThan(0);
		expect(come).toBeGreaterThan(0);
		expect(left + come).toBeLessThan(15);
		expect(JSON.stringify(await page(0))).not.toBe(data);
	});
});

describe('F8: several sort fields', () => {
	beforeEach(() => {
		api.store.addMessages(3, (n) => ({
			id: `${n + 1}`,
			from: n < 2 ? 'A' : 'B',
			to: `770100000${n}`,
		}));
	});

	it.each([
		['all', 'DESC', ['2', '1', '3']],
		['all', 'ASC', ['1', '2', '3']],
		['first', 'DESC', ['2', '1', '3']],
		['first', 'ASC', ['2', '1', '3']],
		['last', 'DESC', ['3', '2', '1']],
	] as const)('count: %s, of from ASC and to %s', async (severalSorts, to, expected) => {
		api.service.setFreedoms({ severalSorts });
		expect(await ids({ sort: { from: 'ASC', to } })).toEqual(expected);
	});

	it('are refused, one is not', async () => {
		api.service.setFreedoms({ severalSorts: 'refused' });
		const verdict = (sort: object, method = 'Message/List') => api.verdict(method, { sort });
		expect(await verdict({ from: 'ASC', to: 'ASC' })).toBe('1 sort');
		expect(await verdict({ to: 'ASC' })).toBe('0');
		expect(await verdict({ code: 'ASC', createTs: 'ASC' }, 'Link/List')).toBe('1 sort');
	});
});
