import type { List } from './list';
import { Pass } from './listPass';
import { idText, type Row } from './wire';

/** Most passes over a list that keeps changing. */
const MOST_PASSES = 5;
/** While the total does not change, each pass finds more of the rows that swap places with equal ones. */
const MOST_STEADY_PASSES = 20;
/** Up to this many rows, a list is read as a whole when it is not certain which rows come first. */
const MOST_FOR_A_LIMIT = 2000;

/** What was read of a list in one or several passes, and whether it is complete. */
export class ListReading<T> {
	isComplete = false;

	private passes = 0;

	private pass: Pass | undefined;

	/** Every row that was seen, by id, as it was seen last. */
	private readonly found = new Map<string, T>();

	/** The values that rows are sorted by, in the order in which they were met. */
	private readonly values = new Map<string, number>();

	/** The place of each row's value in that order. */
	private readonly places = new Map<string, number>();

	private readonly totals = new Set<number | undefined>();

	/** Ids in their final order. */
	private order: string[] = [];

	/** @param sortedBy the fields that the list is sorted by, the most important first */
	constructor(
		private readonly limit: number,
		private readonly pageSize: number,
		private readonly sortedBy: string[],
		private readonly convert: (row: Row) => T,
	) {}

	/** Starts the next pass. @returns undefined when the list has been read often enough */
	begin(): Pass | undefined {
		const most = this.isSteady ? MOST_STEADY_PASSES : MOST_PASSES;
		const isWhole = this.passes >= 2;
		const isTooLong = this.limit !== Infinity && (this.pass?.total ?? Infinity) > MOST_FOR_A_LIMIT;
		if (this.passes >= most || (isWhole && isTooLong)) return undefined;
		const limit = isWhole ? Infinity : this.limit;
		return (this.pass = new Pass(limit, this.pageSize, this.passes++ > 0, isWhole));
	}

	accept(pass: Pass, { items, total }: List): void {
		this.totals.add(total);
		for (const row of items) this.keep(idOf(row), row);
		pass.accept(items.map(idOf), total);
	}

	/** Judges a pass that is over. */
	end(pass: Pass, before: Pass | undefined): void {
		// A total below the number of rows read is wrong.
		if (pass.read > (pass.total ?? 0)) this.totals.add(undefined);
		const isSure = pass.isComplete || (before !== undefined && pass.agreesWith(before));
		const isAll = this.isSteady && this.found.size === pass.total;
		this.isComplete = isSure || isAll;
		if (!this.isComplete) return;
		const ids = isSure ? [...pass.ids] : [...this.found.keys()];
		this.order = isSure && !pass.isWhole ? ids : this.sorted(ids);
	}

	/** The rows in the order that was asked for, within the limit. */
	rows(): T[] {
		const rows = this.order.slice(0, this.limit).map((id) => this.found.get(id));
		return rows.filter((row) => row !== undefined);
	}

	/** How many rows there are, as the service says; 0 where it does not say. */
	get counted(): number {
		return this.pass?.total ?? 0;
	}

	private get isSteady(): boolean {
		return this.totals.size === 1 && !this.totals.has(undefined);
	}

	private keep(id: string, row: Row): void {
		this.found.set(id, this.convert(row));
		if (this.sortedBy.length === 0) return;
		const value = JSON.stringify(this.sortedBy.map((field) => row[field]));
		const place = this.values.get(value) ?? this.values.size;
		this.values.set(value, place);
		this.places.set(id, place);
	}

	/**
	 * Rows with the same value are kept together. The values are in the order in which the first pass met
	 * them: when equal rows swap places, at least one of them is always seen.
	 */
	private sorted(ids: string[]): string[] {
		return ids.sort((a, b) => (this.places.get(a) ?? 0) - (this.places.get(b) ?? 0));
	}
}

const idOf = (row: Row): string => ('id' in row ? idText(row.id) : JSON.stringify(row));
