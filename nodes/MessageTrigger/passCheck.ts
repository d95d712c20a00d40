import { sortKey, type Change } from './change';
import type { Page } from './list';

/** What the pages of a pass showed so far, for the poll that continues it. */
export interface Findings {
	/** The first row of the page read last: its ID, and what the pass is sorted by. */
	edge?: { id: string; key: string };
	/** By how many rows the total moved. */
	moved: number;
	/** How many rows may repeat because of that, on the next pages. */
	due: number;
	/** Rows repeated on another page, and not because others had just left or come in. */
	isTorn: boolean;
	/** Rows that are equal in the order are on two pages. */
	hasTies: boolean;
	/** The last page that has rows, as far as known. */
	last?: { page: number; rows: number };
}

/** Checks whether the pages of one pass fit together. */
export class PassCheck {
	readonly findings: Findings;
	/** The first page that was shorter than its total says. */
	private short: number | undefined;
	private readonly pages = new Map<string, number>();
	/** A row for each value that the pass is sorted by. */
	private readonly keys = new Map<string, { id: string; page: number }>();

	/** @param total of the page that was read last, where an earlier poll began the pass */
	constructor(
		private readonly sort: string,
		before?: Findings,
		private total?: number,
	) {
		this.findings = before ? { ...before } : { moved: 0, due: 0, isTorn: false, hasTies: false };
		if (before?.edge) this.note(before.edge.id, before.edge.key, -1);
	}

	/**
	 * A page was read. When rows leave, those behind them move up, and as many repeat on the next page. When
	 * rows repeat later, the order itself has changed.
	 */
	seeAll({ changes, total }: Page, page: number): void {
		const { findings } = this;
		const more = (total ?? 0) - (this.total ?? total ?? 0);
		const repeats = changes.filter((change) => this.see(change, page)).length;
		findings.moved += Math.abs(more);
		findings.due += Math.abs(more);
		if (repeats > findings.due) findings.isTorn = true;
		// New rows move others onto a page that is read again.
		findings.due = Math.max(0, more, findings.due - changes.length);
		this.total = total;
		const [first] = changes;
		if (!first) return;
		findings.edge = { id: first.id, key: sortKey(first, this.sort) };
		if (page >= (findings.last?.page ?? 0)) findings.last = { page, rows: changes.length };
	}

	/** A page had fewer rows than its total says, also when it was asked for again. */
	seeShort(page: number): void {
		this.short = Math.min(page, this.short ?? page);
	}

	/**
	 * No page was shorter than its total says, except the last one with rows and those after it: if that one
	 * is not full, the total is too high.
	 *
	 * @param full rows of a full page
	 */
	isGood(full: number): boolean {
		const { last } = this.findings;
		return this.short === undefined || (!!last && last.page <= this.short && last.rows < full);
	}

	/** @returns whether it was seen on another page */
	private see(change: Change, page: number): boolean {
		const { id } = change;
		const key = sortKey(change, this.sort);
		const tie = this.keys.get(key);
		if (tie && tie.id !== id && tie.page !== page) this.findings.hasTies = true;
		const isAgain = (this.pages.get(id) ?? page) !== page;
		this.note(id, key, page);
		return isAgain;
	}

	private note(id: string, key: string, page: number): void {
		this.keys.set(key, { id, page });
		this.pages.set(id, page);
	}

	get isInOrder(): boolean {
		const { isTorn, hasTies } = this.findings;
		return !hasTies && !isTorn;
	}
}
