/** Pages asked for before their turn; how many of them are under way, the service's level says. */
const PAGES_AHEAD = 16;

/** One reading of a list from its first page on. */
export class Pass {
	/** What was seen, in the order of the service. */
	readonly ids = new Set<string>();

	/** As the last page gave it; undefined where the service gives none. */
	total: number | undefined;

	/** A row may have moved past the reader, or the totals contradict each other. */
	hasMoved = false;

	/** A page was short or brought nothing new: behind it there is nothing. */
	hasEnded = false;

	/** Rows that this pass had seen before. */
	repeats = 0;

	/** Rows read, with the repeated ones: how far into the list the pass got. */
	read = 0;

	private pagesWithRows = 0;

	/** New rows that pushed down more rows than the last page held. */
	private carried = 0;

	/**
	 * @param isAlone one page at a time
	 * @param isWhole all rows in another order, although others are wanted
	 */
	constructor(
		private readonly limit: number,
		private pageSize: number,
		private readonly isAlone: boolean,
		readonly isWhole: boolean,
	) {}

	/**
	 * How many pages, from this one on, may be under way together; 0 when the pass is over. Whatever the total
	 * says, a list has not ended before a page that is short: totals may be too low.
	 */
	pagesFrom(next: number): number {
		if (this.hasEnded) return 0;
		const wanted = Math.ceil((this.limit - this.ids.size) / this.pageSize);
		const left = Math.floor((this.total ?? 0) / this.pageSize) + 1 - next;
		return Math.min(this.isAlone ? 1 : PAGES_AHEAD, wanted, Math.max(1, left));
	}

	/** Takes the next page in order. */
	accept(ids: string[], total: number | undefined): void {
		const grown = (total ?? this.total ?? 0) - (this.total ?? total ?? 0);
		const fresh = this.add(ids, grown);
		this.total = total ?? this.total;
		// A service that gives smaller pages than it is asked for counts its pages by these.
		if (this.read === 0 && ids.length > 0 && ids.length < (total ?? 0))
			this.pageSize = Math.min(this.pageSize, ids.length);
		const isShort = this.total !== undefined && ids.length < this.pageSize;
		this.hasEnded = isShort || (fresh === 0 && grown <= 0);
		this.read += ids.length;
		if (ids.length > 0) this.pagesWithRows++;
	}

	/** Nothing of what was asked for is missing, as far as answers can show. */
	get isComplete(): boolean {
		const isAtEnd =
			this.total === undefined
				? this.hasEnded && this.pagesWithRows <= 1
				: this.hasEnded && this.read >= this.total;
		return !this.hasMoved && (isAtEnd || this.ids.size >= this.limit);
	}

	/** Both saw the very same rows, each once, up to the end: whatever the totals say, that is the list. */
	agreesWith(other: Pass): boolean {
		return (
			[this, other].every(({ hasEnded, repeats }) => hasEnded && repeats === 0) &&
			this.ids.size === other.ids.size &&
			[...this.ids].every((id) => other.ids.has(id))
		);
	}

	/** New rows push others down, which come again at the top of the next page; all else is a move. */
	private add(ids: string[], grown: number): number {
		const again = ids.map((id) => this.ids.has(id));
		const pushed = again.includes(false) ? again.indexOf(false) : ids.length;
		const allowed = this.carried + grown;
		if (grown < 0 || pushed > allowed || again.lastIndexOf(true) >= pushed) this.hasMoved = true;
		this.carried = pushed === ids.length ? Math.max(0, allowed - pushed) : 0;
		const before = this.ids.size;
		for (const id of ids) this.ids.add(id);
		const fresh = this.ids.size - before;
		this.repeats += ids.length - fresh;
		return fresh;
	}
}
