import type { Context } from '../api/method.mts';
import { keyed } from '../freedoms/lists.mts';
import { totalsMember, withGaps } from '../freedoms/stats.mts';
import type { Dialect } from '../types.mts';

/** Counts of one link by period. */
export interface Column {
	clicks: Map<string, number>;
	redirects: Map<string, number>;
}

type Row = Record<string, string | number>;

const sum = (counts: Map<string, number>): number =>
	[...counts.values()].reduce((a, b) => a + b, 0);

/** In recorded answers a period without clicks has the number 0, every other cell is a string. */
function gridRow(dialect: Dialect, label: string, columns: Column[]): Row {
	const cells: Row = { param: label };
	columns.forEach((column, n) => {
		const clicks = column.clicks.get(label) ?? 0;
		const redirects = column.redirects.get(label) ?? 0;
		const plain = dialect === 'documented' || clicks === 0;
		cells[`clicks${n}`] = plain ? clicks : String(clicks);
		cells[`redirects${n}`] = plain ? redirects : String(redirects);
	});
	return cells;
}

/** F4: the form in which nothing tells one link from another. */
const plainRow = (label: string, columns: Column[]): Row => ({
	date: label,
	clicks: columns.reduce((all, { clicks }) => all + (clicks.get(label) ?? 0), 0),
});

/** Numbers a link, with what is added to each (F3). PHP writes no entries as a list. */
function totalsByLink(columns: Column[], more: number): Row | never[] {
	if (columns.length === 0) return [];
	const totals: Row = {};
	columns.forEach((column, n) => {
		totals[`totalClicks${n}`] = Math.max(0, sum(column.clicks) + more);
		totals[`totalRedirects${n}`] = Math.max(0, sum(column.redirects) + more);
	});
	return totals;
}

/** A row a period, numbered columns a link. Totals: one text (documented) or numbers a link (observed). */
export function statsAnswer(labels: string[], columns: Column[], context: Context): unknown {
	const { dialect, random, store } = context;
	const { freedoms } = store;
	const { statsForm, statsTotalsOff, listForm } = freedoms;
	const grid = statsForm === 'grid';
	const rows = labels
		.map((label) => (grid ? gridRow(dialect, label, columns) : plainRow(label, columns)))
		.map((row) => withGaps(row, freedoms, random));
	const all = columns.reduce((total, { clicks }) => total + sum(clicks), 0);
	const together = Math.max(0, all + statsTotalsOff);
	const byLink = grid && dialect === 'observed';
	const one = statsForm === 'numberTotal' ? together : String(together);
	return {
		items: listForm === 'itemsKeyed' ? keyed(rows) : rows,
		...totalsMember(byLink ? totalsByLink(columns, statsTotalsOff) : one, freedoms),
	};
}
