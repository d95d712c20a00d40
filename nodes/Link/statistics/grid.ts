import { isRecord, plain } from '../../shared/api/envelope';
import { NoAnswer } from '../../shared/api/faults';
import { listOf } from '../../shared/api/list';
import { number, withoutFields, type Row } from '../../shared/api/wire';
import { Inseparable } from '../../shared/operation/gather';
import { sum, sumOfRows, type LinkStatistics } from './figures';

const METHOD = 'Link/GetStats';

/** The columns of a link in the grid that was observed: clicks0, redirects0, totalClicks0, totalRedirects0. */
const COLUMN = /^(?:clicks|redirects|totalClicks|totalRedirects)(\d+)$/;

/** Fields of a row that the output item has under its own names. */
const OWN = { linkId: 0, param: 0, period: 0, clicks: 0, redirects: 0 };

/**
 * Splits an answer of Link/GetStats by link; the ids were sent in ascending order. It is a grid: a row for
 * each period, with numbered columns for the links. For a single link, the columns may have no number.
 *
 * @returns for each link what the answer says of it, in the order of the ids
 * @throws Inseparable if the columns are not exactly those of the links: a deleted link has none, and the
 * numbers of the others change
 */
export function linkStatistics(data: unknown, ids: string[]): LinkStatistics[] {
	const { items } = listOf(METHOD, data);
	const totals = isRecord(data) ? data.totals : undefined;
	// Rows and totals each: one of them might leave a link out that the other has.
	const numbered = [items, isRecord(totals) ? [totals] : []]
		.map(columnsOf)
		.filter((columns) => columns.length > 0);
	if (numbered.length === 0 && ids.length === 1) return [withoutColumns(items, totals)];
	const isComplete = (columns: number[]) =>
		columns.length === ids.length && columns.every((column, place) => column === place);
	if (numbered.length === 0 || !numbered.every(isComplete)) {
		throw ids.length > 1 ? new Inseparable() : new NoAnswer(METHOD, 'garbled', '');
	}
	const parts = ids.map((_id, column) => ofColumn(items, totals, column));
	if (ids.length === 1) parts[0].totals.clicks ??= count(totals);
	// One total for all links together can only be used if each link is asked for alone.
	else if (count(totals) !== null && count(totals) !== sum(parts.map(sumOfRows)).clicks)
		throw new Inseparable();
	return parts;
}

/** Whether the rows of an answer have numbered columns, or there are none to tell by. */
export function hasColumns(data: unknown): boolean {
	const { items } = listOf(METHOD, data);
	return items.length === 0 || columnsOf(items).length > 0;
}

const columnsOf = (rows: Row[]): number[] =>
	[...new Set(rows.flatMap((row) => Object.keys(row).map((name) => COLUMN.exec(name)?.[1])))]
		.filter((column) => column !== undefined)
		.map(Number)
		.sort((a, b) => a - b);

function ofColumn(items: Row[], totals: unknown, column: number): LinkStatistics {
	const total = isRecord(totals) ? totals : {};
	return {
		rows: items.map((row) => ({
			period: periodOf(row),
			clicks: count(row[`clicks${column}`]),
			redirects: count(row[`redirects${column}`]),
		})),
		totals: {
			clicks: count(total[`totalClicks${column}`]),
			redirects: count(total[`totalRedirects${column}`]),
		},
	};
}

function withoutColumns(items: Row[], totals: unknown): LinkStatistics {
	const isCounted = items.some((row) => 'clicks' in row || 'redirects' in row);
	return {
		rows: items.map((row) => ({
			period: periodOf(row),
			clicks: count(row.clicks),
			redirects: count(row.redirects),
			more: withoutFields(row, OWN),
		})),
		totals: { clicks: count(totals), redirects: null },
		isEmpty: !isCounted && count(totals) === null,
	};
}

const periodOf = ({ param, date, period }: Row): string | null => {
	const name = param ?? date ?? period ?? null;
	return name === null ? null : plain(name);
};

/** A figure that is missing is not a 0. */
function count(cell: unknown): number | null {
	const figure = typeof cell === 'object' ? null : number(cell);
	return typeof figure === 'number' ? figure : null;
}
