export type Key = string | number | null;

/** One `sort[field]=ASC|DESC` of a request. */
export interface SortBy<T> {
	field: string;
	key: (row: T) => Key;
	direction: 'ASC' | 'DESC';
}

/** Absent values come first, as in the service's database. */
function compareKeys(a: Key, b: Key): number {
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

/** Orders decimal ids by value; they may be larger than a safe integer. */
export const compareIds = (a: string, b: string): number =>
	a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Hands out growing ids, as decimal strings. */
export class IdSequence {
	constructor(private last: bigint) {}

	next(): string {
		this.last += 1n;
		return String(this.last);
	}

	/** Keeps later ids above one that a test chose itself. */
	skipPast(id: string): void {
		const value = BigInt(id);
		if (value > this.last) this.last = value;
	}
}

export class Table<T extends { readonly id: string }> {
	protected readonly rows = new Map<string, T>();
	private readonly views = new Map<string, readonly T[]>();

	constructor(protected readonly ids: IdSequence) {}

	get size(): number {
		return this.rows.size;
	}

	get(id: string | number): T | undefined {
		return this.rows.get(String(id));
	}

	all(): IterableIterator<T> {
		return this.rows.values();
	}

	/**
	 * Rows in some order, made anew only when something has changed since, so that paging does not filter and sort
	 * every time.
	 * @param query whatever identifies the filter and order, as data
	 */
	view(query: unknown, make: () => readonly T[]): readonly T[] {
		const key = JSON.stringify(query);
		const known = this.views.get(key) ?? make();
		if (this.views.size > 8) this.views.clear();
		this.views.set(key, known);
		return known;
	}

	protected changed(): void {
		this.views.clear();
	}

	/** @throws Error when the id is taken */
	protected put(row: T): T {
		if (this.rows.has(row.id)) throw new Error(`${row.id} exists`);
		this.rows.set(row.id, row);
		return row;
	}

	protected idFor(given: string | undefined): string {
		if (given === undefined) return this.ids.next();
		this.ids.skipPast(given);
		return given;
	}
}
