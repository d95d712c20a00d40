import type { IDataObject } from 'n8n-workflow';

import { NoResponse } from '../../shared/api/faults';
import { listOf } from '../../shared/api/list';
import { isRecord, number, plain, sum, withoutFields, type Row } from '../../shared/api/wire';
import { Inseparable } from '../../shared/operation/gather';

export const METHOD = 'Link/GetStats';

/** Null where the service gives no figure, which is not a 0. */
export interface Counts {
	clicks: number | null;
	redirects: number | null;
}

export interface StatisticsRow extends Counts {
	/** 2026-01, 2026-01-31, ... */
	period: string | null;
	more?: IDataObject;
}

export interface LinkStatistics {
	rows: StatisticsRow[];
	/** Those of the service, or the sum of the rows where it gives none. */
	totals: Counts;
	/** The totals of the service are not the sum of its rows. */
	disagrees: boolean;
	/** The service gave no count at all. */
	isEmpty: boolean;
	/** No rows came, though something was counted, for this link or another one of the call. */
	lacksRows: boolean;
}

/** The columns of a link in the grid that was observed: clicks0, redirects0, totalClicks0, totalRedirects0. */
const COLUMN = /^(?:clicks|redirects|totalClicks|totalRedirects)(\d+)$/;

/** Fields of a row that the output item has under its own names. */
const OWN = { linkId: 0, param: 0, period: 0, clicks: 0, redirects: 0 };

/**
 * Splits a response of Link/GetStats by link; the ids were sent in ascending order. It is a grid: a row for
 * each period, with numbered columns for the links. For a single link, they may have no number.
 *
 * @throws Inseparable if the columns are not exactly those of the links: a deleted link has none, and the
 * numbers of the others change
 */
export function linkStatistics(data: unknown, ids: string[]): LinkStatistics[] {
	const { items } = listOf(METHOD, data);
	const totals = isRecord(data) ? data.totals : undefined;
	const totalsRow = isRecord(totals) ? totals : {};
	// Both rows and totals are checked: one of them might leave out a link that the other has.
	const numbered = [items, [totalsRow]].map(columnsOf).filter((columns) => columns.size > 0);
	const isComplete = (columns: Set<number>) =>
		columns.size === ids.length && ids.every((_, column) => columns.has(column));
	const isGrid = numbered.length > 0 && numbered.every(isComplete);
	if (!isGrid && ids.length > 1) throw new Inseparable();
	if (!isGrid && numbered.length > 0) throw new NoResponse(METHOD, 'garbled');
	const columns = ids.map((_, column) => (isGrid ? `${column}` : ''));
	const rows = columns.map((column) => items.map((row) => rowOf(row, column)));
	const together = count(totals);
	// One total for all links together can only be used if each link is asked for alone.
	if (ids.length > 1 && together !== null && together !== sums(rows.flat()).clicks)
		throw new Inseparable();
	const all = columns.map((column, n) => {
		const clicks = count(totalsRow[`totalClicks${column}`]) ?? (ids.length === 1 ? together : null);
		const redirects = count(totalsRow[`totalRedirects${column}`]);
		return statisticsOf(rows[n], { clicks, redirects });
	});
	const isCounted = all.some(({ totals }) => totals.clicks || totals.redirects);
	return all.map((each) => ({ ...each, lacksRows: items.length === 0 && isCounted }));
}

const columnsOf = (rows: Row[]): Set<number> =>
	new Set(
		rows.flatMap((row) =>
			Object.keys(row).flatMap((name) => COLUMN.exec(name)?.slice(1).map(Number) ?? []),
		),
	);

/** @param column its number; empty where the columns have none */
function rowOf(row: Row, column: string): StatisticsRow {
	const period = row.param ?? row.date ?? row.period ?? null;
	return {
		period: period === null ? null : plain(period),
		clicks: count(row[`clicks${column}`]),
		redirects: count(row[`redirects${column}`]),
		more: column === '' ? withoutFields(row, OWN) : undefined,
	};
}

function count(cell: unknown): number | null {
	const figure = number(cell);
	return typeof figure === 'number' ? figure : null;
}

function statisticsOf(rows: StatisticsRow[], totals: Counts) {
	const added = sums(rows);
	const isEmpty = [...rows, totals].every((one) => one.clicks === null && one.redirects === null);
	// Before the link was made, the service may have nothing to say.
	const none = rows.length === 0 && isEmpty ? 0 : null;
	const isOther = (name: keyof Counts) =>
		totals[name] !== null && added[name] !== null && totals[name] !== added[name];
	const disagrees = isOther('clicks') || isOther('redirects');
	const clicks = totals.clicks ?? added.clicks ?? none;
	const redirects = totals.redirects ?? added.redirects ?? none;
	return { rows, totals: { clicks, redirects }, disagrees, isEmpty };
}

/** With a figure that is missing, or without any, a sum is not known. */
export function sums(counts: Counts[]): Counts {
	const of = (name: keyof Counts) =>
		counts.length > 0 ? sum(counts.map((one) => one[name])) : null;
	return { clicks: of('clicks'), redirects: of('redirects') };
}
