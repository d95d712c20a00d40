import { z } from 'zod';
import { HOUR, SECOND, start, useService } from './harness.mts';

const grid = z.object({ items: z.array(z.record(z.unknown())), totals: z.unknown() });
const api = useService();
/** The instant of a time in the account's zone, UTC+5. */
const at = (text: string): number => Date.parse(`${text.replace(' ', 'T')}+05:00`);
const stats = async (params: object) => grid.parse(await api.data('Link/GetStats', params));

beforeEach(() => {
	for (const code of ['a', 'b']) api.store.addLink({ code });
});

const [FAR, LATE] = ['2026-12-31 00:00:00', '2026-01-08 10:30:00'];
const EARLY = '2026-03-01 00:00:30';
const SHORT = { dateFrom: '2026-03-01 10:00:00', dateTo: '2026-03-03 09:00:00' };

it.each<[type: string, criteria: object, first: string, last: string, rows: number]>([
	// Nothing is given: the last maximum interval.
	['monthly', {}, '2023-03', '2026-03', 37],
	['daily', {}, '2025-12-10', '2026-03-10', 91],
	['hourly', {}, '2026-03-03 12:00', '2026-03-10 12:00', 169],
	['minute', {}, '2026-03-10 09:00', '2026-03-10 12:00', 181],
	// The maximum from dateFrom on, where a dateTo is not given or too far.
	['monthly', { dateFrom: '2020-01-15 00:00:00' }, '2020-01', '2023-01', 37],
	['daily', { dateFrom: '2026-01-01 00:00:00', dateTo: FAR }, '2026-01-01', '2026-04-01', 91],
	['hourly', { dateFrom: '2026-03-01 00:00:00' }, '2026-03-01 00:00', '2026-03-08 00:00', 169],
	['minute', { dateFrom: EARLY, dateTo: FAR }, '2026-03-01 00:00', '2026-03-01 03:00', 181],
	// The maximum up to dateTo.
	['hourly', { dateTo: LATE }, '2026-01-01 10:00', '2026-01-08 10:00', 169],
	['minute', { dateTo: LATE }, '2026-01-08 07:30', '2026-01-08 10:30', 181],
	// What is given, where that is short enough.
	['daily', SHORT, '2026-03-01', '2026-03-03', 3],
])('the period of %s and %j is %s to %s', async (type, criteria, first, last, rows) => {
	const { items } = await stats({ ids: [400001], type, criteria });
	expect([items[0]?.param, items.at(-1)?.param, items.length]).toEqual([first, last, rows]);
});

describe('counts', () => {
	it('hold both ends of the period to the second, and nothing outside', async () => {
		const [dateFrom, dateTo] = ['2026-03-01 10:00:05', '2026-03-01 10:59:30'];
		const [first, last] = [at(dateFrom), at(dateTo) + SECOND - 1];
		for (const instant of [first - 1, first, last, last + 1]) api.store.click('a', instant);
		const criteria = { dateFrom, dateTo };
		const { totals } = await stats({ ids: [400001], type: 'hourly', criteria });
		expect(totals).toMatchObject({ totalClicks0: 2 });
	});

	it('hold every hour when the zone changes its clock', async () => {
		const berlin = await start({ timezone: 'Europe/Berlin', now: () => Date.UTC(2026, 2, 29, 2) });
		berlin.service.store.addLink({ code: 'a' });
		berlin.service.store.click('a', berlin.service.now() - HOUR / 2);
		const criteria = { dateFrom: '2026-03-29 01:00:00', dateTo: '2026-03-29 04:00:00' };
		const answer = await berlin.data('Link/GetStats', { ids: [400001], type: 'hourly', criteria });
		await berlin.service.close();
		expect(grid.parse(answer).items.map((row) => [row.param, row.clicks0])).toEqual([
			['2026-03-29 01:00', 0],
			['2026-03-29 03:00', '1'],
			['2026-03-29 04:00', 0],
		]);
	});
});
