/** How many pages may be asked for ahead; the level decides how many of them are under way. */
const PAGES_AHEAD = 16;

/** One reading of a list from its first page on. */
export class Pass {
	/** What was seen, in the order of the service. */
	readonly ids = new Set<string>();

	/** As the last page gave it; undefined where the service gives none. */
	total: number | undefined;

	/** A row may have been missed because it moved, or the totals contradict each other. */
	hasMoved = false;

	/** A page was short or had nothing new: the list ends there. */
	hasEnded = false;

	/** Rows that this pass had seen before. */
	repeats = 0;

	/** Rows read, including repeats: how far into the list the pass got. */
	read = 0;

	private pagesWithRows = 0;

	/** New rows that pushed down more rows than the last page held. */
	private carried = 0;

	/**
	 * @param isAlone one page at a time
	 * @param isWhole reads all rows, in another order than wanted
	 */
	constructor(
		private readonly limit: number,
		private pageSize: number,
		private readonly isAlone: boolean,
		readonly isWhole: boolean,
	) {}

	/**
	 * How many pages, from this one on, may be under way together; 0 when the pass is over. A list ends only
	 * with a short page, whatever the total says: totals may be too low.
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

	/** Nothing is missing, as far as the answers can show. */
	get isComplete(): boolean {
		const isAtEnd =
			this.total === undefined
				? this.hasEnded && this.pagesWithRows <= 1
				: this.hasEnded && this.read >= this.total;
		return !this.hasMoved && (isAtEnd || this.ids.size >= this.limit);
	}

	/** Both saw the same rows, each once, up to the end: then that is the list, whatever the totals say. */
	agreesWith(other: Pass): boolean {
		return (
			[this, other].every(({ hasEnded, repeats }) => hasEnded && repeats === 0) &&
			this.ids.size === other.ids.size &&
			[...this.ids].every((id) => other.ids.has(id))
		);
	}

	/** New rows push others down, which repeat at the top of the next page; any other repeat means that rows moved. */
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
