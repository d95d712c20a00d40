import { sortKey, type Change } from './change';

/** A row between two pages, by what the pass is sorted by. */
export interface Edge {
	id: string;
	key: string;
}

/** Whether the pages of one pass fit together. */
export class PassCheck {
	/** By how many rows the total moved. */
	moved = 0;
	/** No page was shorter than its total says. */
	isGood = true;
	private readonly pages = new Map<string, number>();
	/** By what the pass is sorted by, a row that has it. */
	private readonly keys = new Map<string, { id: string; page: number }>();
	private again = 0;
	/** Rows that the order does not tell apart lie on two pages. */
	private hasTies = false;

	constructor(
		private readonly sort: string,
		/** The first row of the page read last. */
		public edge?: Edge,
	) {
		if (edge) this.keys.set(edge.key, { id: edge.id, page: -1 });
	}

	/** A page was read. */
	seeAll(changes: Change[], page: number): void {
		for (const change of changes) this.see(change, page);
		const [first] = changes;
		if (first) this.edge = { id: first.id, key: sortKey(first, this.sort) };
	}

	private see(change: Change, page: number): void {
		const { id } = change;
		const key = sortKey(change, this.sort);
		const tie = this.keys.get(key);
		if (tie && tie.id !== id && tie.page !== page) this.hasTies = true;
		this.keys.set(key, { id, page });
		if ((this.pages.get(id) ?? page) !== page) this.again++;
		this.pages.set(id, page);
	}

	get isWhole(): boolean {
		return this.isGood && !this.hasTies && this.again <= this.moved;
	}
}
