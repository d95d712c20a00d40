import type { IDataObject } from 'n8n-workflow';

import { isRecord, plain } from '../../shared/api/envelope';
import { NoResponse } from '../../shared/api/faults';
import { listOf } from '../../shared/api/list';
import { number, withoutFields, type Row } from '../../shared/api/wire';
import { Inseparable } from '../../shared/operation/gather';

const METHOD = 'Link/GetStats';

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
	/** The service's own totals. */
	totals: Counts;
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
	// Rows and totals each: one of them might leave a link out that the other has.
	const numbered = [items, isRecord(totals) ? [totals] : []]
		.map(columnsOf)
		.filter((columns) => columns.size > 0);
	const isComplete = (columns: Set<number>) =>
		columns.size === ids.length && ids.every((_, column) => columns.has(column));
	const isGrid = numbered.length > 0 && numbered.every(isComplete);
	if (!isGrid && ids.length > 1) throw new Inseparable();
	if (!isGrid && numbered.length > 0) throw new NoResponse(METHOD, 'garbled');
	const parts = ids.map((_, column) => ofColumn(items, totals, isGrid ? `${column}` : ''));
	const together = count(totals);
	if (ids.length === 1) parts[0].totals.clicks ??= together;
	// One total for all links together can only be used if each link is asked for alone.
	else if (together !== null && together !== sum(parts.map(({ rows }) => sum(rows))).clicks)
		throw new Inseparable();
	return parts;
}

const columnsOf = (rows: Row[]): Set<number> =>
	new Set(
		rows.flatMap((row) =>
			Object.keys(row).flatMap((name) => COLUMN.exec(name)?.slice(1).map(Number) ?? []),
		),
	);

/** @param column its number; empty where the columns have none */
function ofColumn(items: Row[], totals: unknown, column: string): LinkStatistics {
	const total = isRecord(totals) ? totals : {};
	return {
		rows: items.map((row) => ({
			period: periodOf(row),
			clicks: count(row[`clicks${column}`]),
			redirects: count(row[`redirects${column}`]),
			more: column === '' ? withoutFields(row, OWN) : undefined,
		})),
		totals: {
			clicks: count(total[`totalClicks${column}`]),
			redirects: count(total[`totalRedirects${column}`]),
		},
	};
}

const periodOf = ({ param, date, period }: Row): string | null => {
	const name = param ?? date ?? period ?? null;
	return name === null ? null : plain(name);
};

function count(cell: unknown): number | null {
	const figure = number(cell);
	return typeof figure === 'number' ? figure : null;
}

/** With a figure that is missing, the sum is not known. */
export function sum(counts: Counts[]): Counts {
	const of = (name: keyof Counts) =>
		counts
			.map((one) => one[name])
			.reduce((all, one) => (all === null || one === null ? null : all + one));
	return counts.length > 0
		? { clicks: of('clicks'), redirects: of('redirects') }
		: { clicks: null, redirects: null };
}

/** The service gave no count at all. */
export const isEmpty = ({ rows, totals }: LinkStatistics): boolean =>
	[...rows, totals].every(({ clicks, redirects }) => clicks === null && redirects === null);

/** Those of the service, or the sum of the rows where it gives none. */
export function totalsOf({ rows, totals }: LinkStatistics): Counts {
	// Before the link was made, the service may have nothing to say.
	if (rows.length === 0 && isEmpty({ rows, totals })) return { clicks: 0, redirects: 0 };
	const { clicks, redirects } = sum(rows);
	return { clicks: totals.clicks ?? clicks, redirects: totals.redirects ?? redirects };
}

export function disagrees({ rows, totals }: LinkStatistics): boolean {
	const added = sum(rows);
	const isOther = (own: number | null, other: number | null) =>
		own !== null && other !== null && own !== other;
	return isOther(totals.clicks, added.clicks) || isOther(totals.redirects, added.redirects);
}
