import { partition } from './view.mts';

/** Above so many changes it is cheaper to merge everything anew than to move rows one by one. */
const FEW = 64;

/**
 * Rows in order of a key. Rows are never modified, only replaced, so an old row can be found by its key.
 * Changes are gathered until the next read: a bulk load of a million rows is sorted once, an idle read costs
 * nothing, and a few changes cost little.
 */
export class SortedIndex<T> {
	private rows: T[] = [];
	private added: T[] = [];
	private removed = new Set<T>();

	constructor(private readonly compare: (a: T, b: T) => number) {}

	add(row: T): void {
		this.added.push(row);
	}

	remove(row: T): void {
		this.removed.add(row);
	}

	/** The rows in ascending order; good until the next change; do not modify. */
	sorted(): readonly T[] {
		if (this.added.length + this.removed.size > 0) {
			const added = this.added.filter((row) => !this.removed.delete(row));
			if (added.length + this.removed.size <= FEW) this.move(added);
			else this.merge(added);
			this.added = [];
			this.removed.clear();
		}
		return this.rows;
	}

	clear(): void {
		this.rows = [];
		this.added = [];
		this.removed.clear();
	}

	private move(added: T[]): void {
		const { rows, compare } = this;
		const position = (row: T) => partition(rows.length, (n) => compare(rows[n], row) < 0);
		for (const row of this.removed) rows.splice(position(row), 1);
		for (const row of added) rows.splice(position(row), 0, row);
	}

	private merge(added: T[]): void {
		const kept =
			this.removed.size === 0 ? this.rows : this.rows.filter((row) => !this.removed.has(row));
		// The engine's sort takes ready-made runs as they are, so this is a merge.
		this.rows = kept.concat(added.sort(this.compare)).sort(this.compare);
	}
}
