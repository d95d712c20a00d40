import { sortKey, type Change } from './change';

/** Whether the pages of one pass fit together. */
export class PassCheck {
	/** By how many rows the total moved. */
	moved = 0;
	/** No page was shorter than its total says. */
	isGood = true;
	private readonly pages = new Map<string, number>();
	private readonly keys = new Map<string, string>();
	private again = 0;
	private hasTies = false;

	constructor(private readonly sort: string) {}

	see(change: Change, page: number): void {
		const key = sortKey(change, this.sort);
		if ((this.keys.get(key) ?? change.id) !== change.id) this.hasTies = true;
		this.keys.set(key, change.id);
		if ((this.pages.get(change.id) ?? page) !== page) this.again++;
		this.pages.set(change.id, page);
	}

	get isWhole(): boolean {
		return this.isGood && !this.hasTies && this.again <= this.moved;
	}
}
