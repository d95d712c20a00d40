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

/** All of these rows. */
export const viewOf = <T,>(rows: readonly T[], reversed = false): View<T> => ({
	...{ rows, start: 0, end: rows.length, reversed },
});

/** How many numbers from 0 on fulfil `isBefore`, of `count` at most; no number after one that does not may. */
export function partition(count: number, isBefore: (n: number) => boolean): number {
	let low = 0;
	let high = count;
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (isBefore(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}
