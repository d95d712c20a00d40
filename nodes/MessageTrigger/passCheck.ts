import { sortKey, type Change } from './change';

/** What the pages of a pass showed so far, for the poll that goes on with it. */
export interface Findings {
	/** The first row of the page read last: its ID, and what the pass is sorted by. */
	edge?: { id: string; key: string };
	/** By how many rows the total moved. */
	moved: number;
	/** How many rows came again on another page. */
	again: number;
	/** Rows that the order does not tell apart lie on two pages. */
	hasTies: boolean;
}

/** Whether the pages of one pass fit together. */
export class PassCheck {
	/** No page was shorter than its total says. */
	isGood = true;
	readonly findings: Findings;
	private readonly pages = new Map<string, number>();
	/** By what the pass is sorted by, a row that has it. */
	private readonly keys = new Map<string, { id: string; page: number }>();

	constructor(
		private readonly sort: string,
		before?: Findings,
	) {
		this.findings = before ? { ...before } : { moved: 0, again: 0, hasTies: false };
		if (before?.edge) this.note(before.edge.id, before.edge.key, -1);
	}

	/** A page was read. */
	seeAll(changes: Change[], page: number): void {
		for (const change of changes) this.see(change, page);
		const [first] = changes;
		if (first) this.findings.edge = { id: first.id, key: sortKey(first, this.sort) };
	}

	private see(change: Change, page: number): void {
		const { id } = change;
		const key = sortKey(change, this.sort);
		const tie = this.keys.get(key);
		if (tie && tie.id !== id && tie.page !== page) this.findings.hasTies = true;
		if ((this.pages.get(id) ?? page) !== page) this.findings.again++;
		this.note(id, key, page);
	}

	private note(id: string, key: string, page: number): void {
		this.keys.set(key, { id, page });
		this.pages.set(id, page);
	}

	get isWhole(): boolean {
		const { moved, again, hasTies } = this.findings;
		return this.isGood && !hasTies && again <= moved;
	}
}
