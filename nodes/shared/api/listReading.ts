import { isRecord } from './envelope';
import { READS_AT_ONCE } from './service';

/** A list that changes all the time is not read for ever. */
const MOST_PASSES = 5;

/** One answer of Link/List or Message/List. */
export interface Page {
	items: unknown[];
	/** How many rows match in all; undefined where the service does not tell. */
	total: number | undefined;
}

/** A page, and how many rows more there were than at the answer that arrived before it. */
export type Answer = Page & { grown: number };

/** What was read of a list, and whether something may be missing. */
export class Reading {
	/** For each row read, the pass that saw it last. */
	private readonly lastPass = new Map<string, number>();
	private pass = 0;
	/** As the last page that was accepted told it, and as the last answer did. */
	private total: number | undefined;
	private noticed: number | undefined;
	/** By how many rows a doubted page had been pushed down. */
	private pushed = 0;
	/** The last page brought nothing that this pass had not seen. */
	private stale = false;
	/** In this pass, a row may have moved past the reader. */
	private shifted = false;
	/** Rows went: that as many were read as there are does not mean that none is missing. */
	private fell = false;

	constructor(
		private readonly limit: number,
		private pageSize: number,
	) {}

	begin(): void {
		this.pass++;
		this.total = this.noticed = undefined;
		this.stale = this.shifted = false;
	}

	/** To be told of every answer as it arrives: a fall may be made up for before a page is accepted. */
	notice(page: Page): Answer {
		const { total = 0 } = page;
		const grown = total - (this.noticed ?? total);
		if (grown < 0) this.fell = this.shifted = true;
		this.noticed = total;
		return { ...page, grown };
	}

	/** How many pages, from this one on, may be under way together. */
	pagesFrom(next: number): number {
		const room = this.stale ? 0 : Math.ceil((this.limit - this.lastPass.size) / this.pageSize);
		const left = this.total === undefined ? 1 : Math.ceil(this.total / this.pageSize) - next;
		return Math.min(READS_AT_ONCE, room, left);
	}

	/** The list changed since the page before this one: it is to be read again, alone. */
	doubts(answer: Answer): boolean {
		if (this.total === undefined || answer.total === this.total) return false;
		this.pushed = this.watch(answer);
		return true;
	}

	/** @returns the rows that are new, within the limit */
	accept(answer: Answer): unknown[] {
		this.watch(answer);
		if (this.total === undefined) this.measure(answer);
		[this.pushed, this.total] = [0, answer.total];
		return answer.items.filter((row) => {
			const isKnown = this.lastPass.has(idOf(row));
			if (isKnown || this.lastPass.size < this.limit) this.lastPass.set(idOf(row), this.pass);
			return !isKnown && this.lastPass.has(idOf(row));
		});
	}

	/** A service that gives smaller pages than it is asked for counts its pages by these. */
	private measure({ items, total = 0 }: Page): void {
		if (items.length > 0 && items.length < total)
			this.pageSize = Math.min(this.pageSize, items.length);
	}

	get isIncomplete(): boolean {
		const wanted = this.fell ? this.limit : Math.min(this.limit, this.total ?? Infinity);
		return this.shifted && this.lastPass.size < wanted && this.pass < MOST_PASSES;
	}

	/** New rows push others down, which come again at the top of the next page; all else is a shift. */
	private watch({ items, grown }: Answer): number {
		const again = items.map((row) => this.lastPass.get(idOf(row)) === this.pass);
		const pushed = again.includes(false) ? again.indexOf(false) : items.length;
		if (pushed > this.pushed + grown || again.lastIndexOf(true) >= pushed) this.shifted = true;
		this.stale = pushed === items.length && grown <= 0;
		return pushed;
	}
}

const idOf = (row: unknown): string => (isRecord(row) ? String(row.id) : JSON.stringify(row));
