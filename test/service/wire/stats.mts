import type { Context } from '../api/method.mts';
import { framed } from '../freedoms/lists.mts';
import type { Dialect } from '../types.mts';

/** Counts of one link by period. */
interface Column {
	/** The number of the column. */
	place: number;
	clicks: Map<string, number>;
	redirects: Map<string, number>;
}

type Row = Record<string, string | number>;

const sum = (counts: Map<string, number>): number =>
	[...counts.values()].reduce((a, b) => a + b, 0);

/** In recorded answers a period without clicks has numbers, which are 0, and every other one texts. */
const writer = (dialect: Dialect, clicks: number) =>
	dialect === 'documented' || clicks === 0 ? Number : String;

/** Numbers a link. */
function gridCells(dialect: Dialect, label: string, columns: Column[]): Row {
	const cells: Row = {};
	for (const { place, clicks, redirects } of columns) {
		const count = clicks.get(label) ?? 0;
		const write = writer(dialect, count);
		cells[`clicks${place}`] = write(count);
		cells[`redirects${place}`] = write(redirects.get(label) ?? 0);
	}
	return cells;
}

/** Numbers a link, with what is added to each (F3). PHP writes no entries as a list. */
function totalsByLink(columns: Column[], more: number): Row | never[] {
	if (columns.length === 0) return [];
	const totals: Row = {};
	for (const { place, clicks, redirects } of columns) {
		totals[`totalClicks${place}`] = Math.max(0, sum(clicks) + more);
		totals[`totalRedirects${place}`] = Math.max(0, sum(redirects) + more);
	}
	return totals;
}

/**
 * A row a period, with numbered columns a link, or with the clicks of all (F4). Totals: one text (documented) or
 * numbers a link (observed). F3: cells may be missing, and totals be wrong or missing.
 */
export function statsAnswer(labels: string[], columns: Column[], context: Context): unknown {
	const { dialect, random, store } = context;
	const { statsForm, statsGaps, statsTotals, statsTotalsOff } = store.freedoms;
	const grid = statsForm === 'grid';
	const rows = labels.map((label) => {
		const all = columns.reduce((total, { clicks }) => total + (clicks.get(label) ?? 0), 0);
		const cells = Object.entries(
			grid ? gridCells(dialect, label, columns) : { clicks: writer(dialect, all)(all) },
		);
		const kept = statsGaps === 0 ? cells : cells.filter(() => random() >= statsGaps);
		return { [grid ? 'param' : 'date']: label, ...Object.fromEntries(kept) };
	});
	const all = columns.reduce((total, { clicks }) => total + sum(clicks), 0);
	const answer = (members: object, isCounted = false) =>
		framed(rows, members, isCounted && all > 0, store.freedoms);
	if (statsTotals === 'absent') return answer({});
	if (statsTotals === 'emptyList') return answer({ totals: [] });
	if (grid && dialect === 'observed')
		return answer({ totals: totalsByLink(columns, statsTotalsOff) }, true);
	const together = Math.max(0, all + statsTotalsOff);
	return answer({ totals: statsForm === 'numberTotal' ? together : String(together) }, true);
}
