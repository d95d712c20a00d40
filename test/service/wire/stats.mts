import type { Context } from '../api/method.mts';
import { keyed } from '../freedoms/lists.mts';
import type { Dialect } from '../types.mts';

/** Counts of one link by period. */
interface Column {
	clicks: Map<string, number>;
	redirects: Map<string, number>;
}

type Row = Record<string, string | number>;

const sum = (counts: Map<string, number>): number =>
	[...counts.values()].reduce((a, b) => a + b, 0);

/** Numbers a link. In recorded answers a period without clicks has the number 0, every other cell is a string. */
function gridCells(dialect: Dialect, label: string, columns: Column[]): Row {
	const cells: Row = {};
	columns.forEach((column, n) => {
		const clicks = column.clicks.get(label) ?? 0;
		const redirects = column.redirects.get(label) ?? 0;
		const plain = dialect === 'documented' || clicks === 0;
		cells[`clicks${n}`] = plain ? clicks : String(clicks);
		cells[`redirects${n}`] = plain ? redirects : String(redirects);
	});
	return cells;
}

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

/**
 * A row a period, with numbered columns a link, or with the clicks of all (F4). Totals: one text (documented) or
 * numbers a link (observed). F3: cells may be missing, and totals be wrong or missing.
 */
export function statsAnswer(labels: string[], columns: Column[], context: Context): unknown {
	const { dialect, random, store } = context;
	const { statsForm, statsGaps, statsTotals, statsTotalsOff, listForm } = store.freedoms;
	const grid = statsForm === 'grid';
	const rows = labels.map((label) => {
		const all = columns.reduce((total, { clicks }) => total + (clicks.get(label) ?? 0), 0);
		const cells = Object.entries(grid ? gridCells(dialect, label, columns) : { clicks: all });
		const kept = statsGaps === 0 ? cells : cells.filter(() => random() >= statsGaps);
		return { [grid ? 'param' : 'date']: label, ...Object.fromEntries(kept) };
	});
	const items = listForm === 'itemsKeyed' ? keyed(rows) : rows;
	if (statsTotals === 'absent') return { items };
	if (statsTotals === 'emptyList') return { items, totals: [] };
	if (grid && dialect === 'observed')
		return { items, totals: totalsByLink(columns, statsTotalsOff) };
	const all = columns.reduce((total, { clicks }) => total + sum(clicks), 0);
	const together = Math.max(0, all + statsTotalsOff);
	return { items, totals: statsForm === 'numberTotal' ? together : String(together) };
}
