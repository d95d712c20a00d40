import { z } from 'zod';
import type { Freedoms } from '../index.mts';
import { useService } from './harness.mts';

const api = useService();
const rows = z.object({ items: z.array(z.record(z.unknown())) });
const DAY = '2026-03-10';
const criteria = { dateFrom: `${DAY} 00:00:00`, dateTo: `${DAY} 12:00:00` };
const stats = async (freedoms: Partial<Freedoms>, ids: number[]) => {
	api.service.setFreedoms(freedoms);
	const { code, data } = await api.call('Link/GetStats', { ids, type: 'daily', criteria });
	return code === 0 ? data : code;
};
/** One row with clicks by column, and the same totals. */
const grid = (...clicks: number[]) => ({
	items: [
		Object.assign(
			{ param: DAY },
			...clicks.map((count, n) => {
				const cell = count === 0 ? 0 : String(count);
				return { [`clicks${n}`]: cell, [`redirects${n}`]: cell };
			}),
		),
	],
	totals: Object.assign(
		{},
		...clicks.map((count, n) => ({ [`totalClicks${n}`]: count, [`totalRedirects${n}`]: count })),
	),
});

beforeEach(() => {
	// Link 400001 has one click, 400002 two, 400003 three.
	for (let n = 1; n <= 3; n++) {
		const { code } = api.service.store.addLink();
		for (let clicks = 0; clicks < n; clicks++) api.service.store.click(code);
	}
});

describe('F1: statistics of unknown and deleted links', () => {
	it.each<[Freedoms['statsUnknown'], unknown]>([
		['code2', 2],
		['leftOut', grid(3, 1)],
		['emptyColumns', grid(3, 0, 0, 1)],
	])('%s', async (statsUnknown, expected) => {
		await api.call('Link/Delete', { ids: [400002] });
		expect(await stats({ statsUnknown }, [400003, 7, 400002, 400001])).toEqual(expected);
	});

	it('has rows without columns when no link is there', async () => {
		const expected = { items: [{ param: DAY }], totals: [] };
		expect(await stats({ statsUnknown: 'leftOut' }, [7, 8])).toEqual(expected);
	});

	it('counts a deleted link that is still there', async () => {
		await api.call('Link/Delete', { ids: [400002] });
		expect(await stats({ softDeletion: 'notListed' }, [400002, 400001])).toEqual(grid(2, 1));
	});
});

describe('F2: columns by ascending id', () => {
	it('whatever the order of the request', async () => {
		expect(await stats({}, [400003, 400001, 400002])).toEqual(grid(3, 1, 2));
		const ascending = { statsAscending: true };
		expect(await stats(ascending, [400003, 400001, 400002])).toEqual(grid(1, 2, 3));
		api.service.store.addLink({ id: '99' });
		expect(await stats(ascending, [400001, 99])).toEqual(grid(0, 1));
	});
});

describe('F3: gaps', () => {
	it('lets cells be missing at random, never the label', async () => {
		api.service.setFreedoms({ statsGaps: 0.5 });
		const params = { ids: [400001, 400002], type: 'daily' };
		const { data } = await api.call('Link/GetStats', params);
		const { items } = rows.parse(data);
		expect(items).toHaveLength(91);
		expect(items.every((row) => 'param' in row)).toBe(true);
		const cells = items.flatMap((row) => Object.keys(row)).filter((name) => name !== 'param');
		expect(cells.length).toBeGreaterThan(91);
		expect(cells.length).toBeLessThan(273);
		expect(new Set(cells)).toEqual(new Set(['clicks0', 'redirects0', 'clicks1', 'redirects1']));
		expect(await stats({ statsGaps: 1 }, [400001])).toMatchObject({ items: [{ param: DAY }] });
	});

	it.each<[Partial<Freedoms>, unknown]>([
		[{ statsTotalsOff: 3 }, { totalClicks0: 4, totalRedirects0: 4 }],
		[{ statsTotalsOff: -5 }, { totalClicks0: 0, totalRedirects0: 0 }],
		[{ statsTotals: 'emptyList' }, []],
		[{ statsTotals: 'absent' }, undefined],
	])('%j: totals that are not the sum', async (freedoms, totals) => {
		expect(await stats(freedoms, [400001])).toEqual({ items: grid(1).items, totals });
		expect(await stats({ ...freedoms, statsForm: 'textTotal' }, [400001])).toBeDefined();
	});
});

describe('F4: the documented form', () => {
	it.each<[Partial<Freedoms>, unknown]>([
		[{ statsForm: 'textTotal' }, '4'],
		[{ statsForm: 'numberTotal' }, 4],
		[{ statsForm: 'numberTotal', statsTotalsOff: 2 }, 6],
	])('%j has one count for all links', async (freedoms, totals) => {
		const expected = { items: [{ date: DAY, clicks: 4 }], totals };
		expect(await stats(freedoms, [400003, 400001])).toEqual(expected);
	});
});

describe('F6: rows of statistics', () => {
	it('may be keyed by number', async () => {
		expect(await stats({ listForm: 'itemsKeyed' }, [400001])).toMatchObject({
			items: { 0: { param: DAY, clicks0: '1' } },
		});
	});
});
