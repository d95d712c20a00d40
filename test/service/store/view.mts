export type Key = string | number | null;

/** One `sort[field]=ASC|DESC` of a request. */
export interface SortBy<T> {
	field: string;
	key: (row: T) => Key;
	direction: 'ASC' | 'DESC';
}

/** Absent values come first, as in the service's database. */
export function compareKeys(a: Key, b: Key): number {
	if (a === b) return 0;
	if (a === null) return -1;
	if (b === null) return 1;
	return a < b ? -1 : 1;
}

/** Sorts by several keys, and by `tie` where all are equal, so that pages never overlap by chance. */
export function sortRows<T>(rows: T[], sorts: Array<SortBy<T>>, tie: (a: T, b: T) => number): T[] {
	return rows.sort((a, b) => {
		for (const { key, direction } of sorts) {
			const order = compareKeys(key(a), key(b));
			if (order !== 0) return direction === 'ASC' ? order : -order;
		}
		return tie(a, b);
	});
}

/** Rows `start` to `end` of an ordered list, read from the front or from the back. */
export interface View<T> {
	rows: readonly T[];
	start: number;
	end: number;
	reversed: boolean;
}

/** One page of a view; empty beyond the last one. */
export function pageOf<T>(view: View<T>, pageSize: number, currentPage: number): T[] {
	const skipped = pageSize * currentPage;
	const { rows, start, end, reversed } = view;
	if (!reversed)
		return rows.slice(start + skipped, Math.max(Math.min(start + skipped + pageSize, end), 0));
	const last = end - skipped;
	return last <= start ? [] : rows.slice(Math.max(last - pageSize, start), last).reverse();
}

/** Remembers the views of a table until it changes, so that paging does not filter and sort every time. */
export class ViewCache<T> {
	private version = -1;
	private readonly views = new Map<string, View<T>>();

	/** @param query whatever identifies the filter and order, as data */
	get(query: unknown, version: number, make: () => View<T>): View<T> {
		const key = JSON.stringify(query);
		if (this.version !== version || this.views.size > 8) {
			this.views.clear();
			this.version = version;
		}
		const known = this.views.get(key) ?? make();
		this.views.set(key, known);
		return known;
	}
}
