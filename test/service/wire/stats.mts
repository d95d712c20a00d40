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
function row(dialect: Dialect, label: string, columns: Column[]): Row {
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

/** A row a period, numbered columns a link. Totals: one text (documented) or numbers a link (observed). */
export function statsGrid(dialect: Dialect, labels: string[], columns: Column[]) {
	const items = labels.map((label) => row(dialect, label, columns));
	if (dialect === 'documented') {
		return { items, totals: String(columns.reduce((all, { clicks }) => all + sum(clicks), 0)) };
	}
	const totals: Record<string, number> = {};
	columns.forEach((column, n) => {
		totals[`totalClicks${n}`] = sum(column.clicks);
		totals[`totalRedirects${n}`] = sum(column.redirects);
	});
	return { items, totals };
}
