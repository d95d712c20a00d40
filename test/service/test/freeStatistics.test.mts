import { z } from 'zod';
import type { Freedoms } from '../index.mts';
import { NOON, useService } from './harness.mts';

const api = useService();
const DAY = '2026-03-10';
const stats = (ids: number[]) => {
	const criteria = { dateFrom: `${DAY} 00:00:00`, dateTo: `${DAY} 12:00:00` };
	return api.call('Link/GetStats', { ids, type: 'daily', criteria });
};
const byColumn = (clicks: number[], cells: (n: number, count: number) => object) =>
	Object.assign({}, ...clicks.map((count, n) => cells(n, count)));
const row = (...clicks: number[]) => ({
	param: DAY,
	...byColumn(clicks, (n, count) => {
		const cell = count === 0 ? 0 : String(count);
		return { [`clicks${n}`]: cell, [`redirects${n}`]: cell };
	}),
});
const totals = (...clicks: number[]) =>
	byColumn(clicks, (n, count) => ({ [`totalClicks${n}`]: count, [`totalRedirects${n}`]: count }));
const grid = (...clicks: number[]) => ({ items: [row(...clicks)], totals: totals(...clicks) });
const plain = (clicks: number, total: unknown) => ({
	items: [{ date: DAY, clicks }],
	totals: total,
});

/** Link 400001 has one click, 400002 had two and is deleted, 400003 three, 99 none. */
beforeEach(() => {
	for (let n = 1; n <= 3; n++) {
		const { code } = api.store.addLink();
		for (let clicks = 0; clicks < n; clicks++) api.store.click(code);
	}
	api.store.links.remove('400002', NOON);
	api.store.addLink({ id: '99' });
});

it.each<[freedoms: Partial<Freedoms>, ids: number[], data: unknown]>([
	// F1: unknown and deleted links.
	[{ statsUnknown: 'leftOut' }, [400003, 7, 400002, 400001], grid(3, 1)],
	[{ statsUnknown: 'leftOut' }, [7, 8], { items: [row()], totals: [] }],
	[{ statsUnknown: 'emptyColumns' }, [400003, 7, 400002, 400001], grid(3, 0, 0, 1)],
	[{ softDeletion: 'notListed' }, [400002, 400001], grid(2, 1)],
	// F2: columns by ascending id.
	[{}, [400003, 400001, 99], grid(3, 1, 0)],
	[{ statsAscending: true }, [400003, 400001, 99], grid(0, 1, 3)],
	// F3: totals that are not the sum, and cells that are missing.
	[{ statsTotalsOff: 3 }, [400001], { items: [row(1)], totals: totals(4) }],
	[{ statsTotalsOff: -5 }, [400001], { items: [row(1)], totals: totals(0) }],
	[{ statsTotals: 'emptyList' }, [400001], { items: [row(1)], totals: [] }],
	[{ statsTotals: 'absent' }, [400001], { items: [row(1)] }],
	[{ statsGaps: 1 }, [400001], { items: [row()], totals: totals(1) }],
	// F4: the documented form has one count for all links.
	[{ statsForm: 'textTotal' }, [400003, 400001], plain(4, '4')],
	[{ statsForm: 'numberTotal' }, [400003, 400001], plain(4, 4)],
	[{ statsForm: 'numberTotal', statsTotalsOff: 2 }, [400003, 400001], plain(4, 6)],
	[{ statsForm: 'textTotal', statsTotalsOff: -5 }, [400003, 400001], plain(4, '0')],
	[{ statsForm: 'textTotal', statsGaps: 1 }, [400001], { items: [{ date: DAY }], totals: '1' }],
	// F6: rows keyed by number.
	[{ listForm: 'itemsKeyed' }, [400001], { items: { 0: row(1) }, totals: totals(1) }],
])('with %j and links %j', async (freedoms, ids, data) => {
	api.service.setFreedoms(freedoms);
	expect(await stats(ids)).toEqual({ code: 0, data, message: '' });
});

it.each([7, 400002])('F1: one link that is not there is answered with code 2: %d', async (id) => {
	expect(await stats([400003, id])).toMatchObject({ code: 2 });
});

it('F3: cells are missing at random, never the label', async () => {
	api.service.setFreedoms({ statsGaps: 0.5 });
	const data = await api.data('Link/GetStats', { ids: [400001, 400003], type: 'daily' });
	const { items } = z.object({ items: z.array(z.record(z.unknown())) }).parse(data);
	expect(items).toHaveLength(91);
	expect(items.every((each) => 'param' in each)).toBe(true);
	const cells = items.flatMap((each) => Object.keys(each)).filter((name) => name !== 'param');
	expect(cells.length).toBeGreaterThan(91);
	expect(cells.length).toBeLessThan(273);
	expect(new Set(cells)).toEqual(new Set(['clicks0', 'redirects0', 'clicks1', 'redirects1']));
});
