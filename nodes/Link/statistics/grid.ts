import { isRecord } from '../../shared/api/envelope';
import { NoAnswer } from '../../shared/api/faults';
import { number, rows } from '../../shared/api/wire';

/** Clicks of one link in one period. */
export interface StatisticsRow {
	/** As the service names it: 2026-01, 2026-01-31, ... */
	period: string | null;
	clicks: number;
	redirects: number;
}

/**
 * Takes the rows of one link out of an answer of Link/GetStats. The answer is a grid: a row for each
 * period, and numbered columns (`clicks0`, `redirects0`) for the links in the order of the request.
 *
 * @throws NoAnswer for a row without such columns: zeros made of it would look like a link that nobody clicked
 */
export function linkRows(data: unknown, position: number): StatisticsRow[] {
	return rows(isRecord(data) ? data.items : data).map((row) => {
		if (!isRecord(row) || !Object.keys(row).some((name) => COUNTS.test(name)))
			throw new NoAnswer('Link/GetStats', 'garbled', '');
		return {
			period: row.param === undefined || row.param === null ? null : String(row.param),
			clicks: count(row[`clicks${position}`]),
			redirects: count(row[`redirects${position}`]),
		};
	});
}

const COUNTS = /^(clicks|redirects)\d+$/;

const count = (cell: unknown): number => Number(number(cell) ?? 0);

/** One item for a link: the sum of its rows. */
export function totals(list: StatisticsRow[]): { clicks: number; redirects: number } {
	let clicks = 0;
	let redirects = 0;
	for (const row of list) {
		clicks += row.clicks;
		redirects += row.redirects;
	}
	return { clicks, redirects };
}
