/** How many pages may be asked for ahead; the level decides how many of them are under way. */
const PAGES_AHEAD = 16;

interface Counts {
	first: number;
	low: number;
	high: number;
	/** None was below the one before, so no row is known to have left. */
	isGrowing: boolean;
}

const NO_COUNT: Counts = { first: 0, low: 0, high: 0, isGrowing: true };

/** One reading of a list from its first page on. */
export class Pass {
	readonly ids = new Set<string>();

	/** What the rows are sorted by, place by place. */
	readonly keys: unknown[][] = [];

	/** How many places of the list were read; a row may have been seen at several. */
	places = 0;

	/** The counts that the pages gave; undefined where the service gives none. */
	count: Counts | undefined;

	/** Rows that no earlier pass had seen. */
	fresh = 0;

	private hasEnded = false;

	private pages = 0;

	/** @param isAsAsked in the order that the rows are to come out in; otherwise all of them are read */
	constructor(
		private readonly limit: number,
		private pageSize: number,
		readonly isAsAsked: boolean,
	) {}

	/**
	 * How many pages, from this one on, may be under way together; 0 when the pass is over. A full page is never
	 * the last one, whatever the count says: counts may be too low.
	 */
	pagesFrom(next: number): number {
		if (this.hasEnded) return 0;
		const wanted = Math.ceil((this.limit - this.ids.size) / this.pageSize);
		const left = Math.floor((this.count?.high ?? 0) / this.pageSize) + 1 - next;
		return Math.min(PAGES_AHEAD, wanted, Math.max(1, left));
	}

	/** Takes the next page in order. A page past the end may be empty, or show the last one again. */
	accept(total: number | undefined, ids: string[], keys: unknown[][]): void {
		const isPast = total !== undefined && this.places >= total;
		if (total !== undefined) {
			const { first, low, high, isGrowing } = this.count ?? {
				...NO_COUNT,
				first: total,
				low: total,
			};
			this.count = {
				first,
				low: Math.min(low, total),
				high: Math.max(high, total),
				isGrowing: isGrowing && total >= high,
			};
		}
		// A service that gives smaller pages than it is asked for counts its pages by these.
		if (this.places === 0 && ids.length > 0 && ids.length < (total ?? 0))
			this.pageSize = Math.min(this.pageSize, ids.length);
		const before = this.ids.size;
		for (const id of ids) this.ids.add(id);
		const fresh = this.ids.size - before;
		this.hasEnded = fresh === 0 || (isPast && fresh < ids.length);
		if (this.hasEnded) return;
		if (this.count && ids.length < this.pageSize) this.hasEnded = true;
		this.places += ids.length;
		for (const key of keys) this.keys.push(key);
		this.pages++;
	}

	/**
	 * Every row that was there all the time was seen: no row left, and no more of them came again than new ones
	 * pushed down. Two changes at almost the same time that hide each other cannot be seen.
	 */
	get isCalm(): boolean {
		const { first, high, isGrowing } = this.count ?? NO_COUNT;
		const isAll = this.count ? this.ids.size >= first && this.places >= high : this.pages <= 1;
		const again = this.places - this.ids.size;
		const isEnough = this.ids.size >= this.limit || (this.hasEnded && isAll);
		return isEnough && isGrowing && again <= high - first;
	}

	/** Without a count: it came to the end, and nothing came twice. */
	get hasNoRepeats(): boolean {
		return this.hasEnded && this.places === this.ids.size;
	}
}
