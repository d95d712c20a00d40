import { sortKey, type Change } from './change';
import type { Page } from './list';

/** What the pages of a pass showed so far, for the poll that goes on with it. */
export interface Findings {
	/** The first row of the page read last: its ID, and what the pass is sorted by. */
	edge?: { id: string; key: string };
	/** By how many rows the total moved. */
	moved: number;
	/** How many rows may come again for it, on the pages to be read next. */
	due: number;
	/** Rows came again on another page, and not because others had just left, or come in. */
	isTorn: boolean;
	/** Rows that the order does not tell apart lie on two pages. */
	hasTies: boolean;
	/** The last page that has rows, as far as known. */
	last?: { page: number; rows: number };
}

/** Whether the pages of one pass fit together. */
export class PassCheck {
	readonly findings: Findings;
	/** The first page that was shorter than its total says. */
	private short: number | undefined;
	private readonly pages = new Map<string, number>();
	/** By what the pass is sorted by, a row that has it. */
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
	 * A page was read. Rows that leave move those behind them towards the reader, who sees as many again at
	 * once. When rows come again later, it is the order itself that changed.
	 */
	seeAll({ changes, total }: Page, page: number): void {
		const { findings } = this;
		const more = (total ?? 0) - (this.total ?? total ?? 0);
		const repeats = changes.filter((change) => this.see(change, page)).length;
		findings.moved += Math.abs(more);
		findings.due += Math.abs(more);
		if (repeats > findings.due) findings.isTorn = true;
		// Those that came in move others onto a page that is read once more.
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
	 * No page was shorter than its total says, but the last one that has rows and those after it: that one
	 * is not full, so that it is the total that is too high.
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
