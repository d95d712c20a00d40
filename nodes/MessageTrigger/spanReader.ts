import type { Change } from './change';
import type { MessageList, Page } from './list';
import { PassCheck } from './passCheck';
import type { Place, Span, SpanReading } from './position';

/** Few rows of a second are alike in one of these, and few services sort by two fields at once. */
export const SORTS = ['to', 'campaignId'];

/** So many IDs fit into the state beside all else. */
const MOST_KEPT = 500;

/** Goes through a span pass by pass; see `readSpan`. */
export class SpanReader {
	private readonly changes: Change[] = [];
	/** Rows seen since the total last moved. */
	private seen = new Set<string>();
	private total: number | undefined = 0;
	place: Place | undefined;
	hasFailed = false;
	/** How many rows the last pass saw, where the service does not say. */
	private walked = 0;

	constructor(
		private readonly list: MessageList,
		private readonly span: Span,
		before: Place | undefined,
	) {
		if (!before?.seen) return;
		this.seen = new Set(before.seen);
		this.total = before.total;
	}

	/** Leaves the rest to the next poll, with what was seen where that is not too much to keep. */
	leaveAt(order: number, done?: Place['done']): void {
		const seen = this.seen.size <= MOST_KEPT ? [...this.seen] : undefined;
		this.place = { ...this.span, order, done, seen, total: this.total };
	}

	reading(isWhole: boolean): SpanReading {
		const { changes, total = Infinity, place, hasFailed } = this;
		return { changes, isWhole, total, place, hasFailed: hasFailed || !(isWhole || place) };
	}

	/**
	 * @returns whether all was read, time was up with a place to go on from, something is missing, or no
	 * row showed
	 */
	async pass(
		order: number,
		from: Place['done'],
		hasTime: () => boolean,
	): Promise<'whole' | 'cut' | 'missing' | 'nothing'> {
		this.place = undefined;
		const sort = SORTS[order];
		const check = new PassCheck(sort, from?.findings);
		const top = from ? undefined : await this.ask(sort, 0, check);
		const pageSize = from?.pageSize ?? top?.changes.length ?? 0;
		if (pageSize === 0) return 'nothing';
		// Only a page that is not full is known to be the last.
		if (top && pageSize < this.list.pageSize && pageSize >= (this.total ?? Infinity))
			return 'whole';
		if (this.total === undefined) return await this.walk(sort, check, pageSize, hasTime);

		let total = from?.total ?? this.total;
		let page = from?.page ?? Math.floor(total / pageSize);
		let [isDown, calls] = [from !== undefined, Math.floor((2 * total) / pageSize) + 8];
		// The first page is asked for again only when rows moved into it.
		while (page > 0 || (page === 0 && (!top || check.findings.moved > 0))) {
			if (!hasTime()) {
				if (!check.isGood) return 'missing';
				this.leaveAt(order, { page, pageSize, total, findings: check.findings });
				return 'cut';
			}
			if (calls-- < 0) return 'missing';
			const expected = (given: Page) =>
				Math.min(pageSize, Math.max(0, (given.total ?? 0) - page * pageSize));
			let next = await this.ask(sort, page, check);
			if (next.changes.length < expected(next)) next = await this.ask(sort, page, check);
			if (next.changes.length < expected(next)) check.isGood = false;
			const { total: now = total } = next;
			check.findings.moved += Math.abs(now - total);
			// Past the last page that is full: a total may be too low.
			isDown ||= next.changes.length < pageSize;
			if (!isDown) page++;
			else if (now <= total) page--;
			else page = Math.min(Math.floor(now / pageSize), page + Math.ceil((now - total) / pageSize));
			total = now;
		}
		return this.seen.size >= total || check.isWhole ? 'whole' : 'missing';
	}

	/** Without totals: whole when a pass ends where the one before did, and brings nothing new. */
	private async walk(sort: string, check: PassCheck, pageSize: number, hasTime: () => boolean) {
		const before = this.seen.size;
		for (let page = 1, isFull = true; isFull; page++) {
			if (!hasTime()) return 'missing';
			isFull = (await this.ask(sort, page, check)).changes.length >= pageSize;
		}
		const isSame = this.walked && this.seen.size === this.walked;
		this.walked = this.seen.size;
		return isSame && before === this.walked ? 'whole' : 'missing';
	}

	private async ask(sort: string, page: number, check: PassCheck): Promise<Page> {
		const { from, to } = this.span;
		const answer = await this.list.page({ sort: { [sort]: 'ASC' }, from, to, page });
		if (answer.total !== this.total) this.seen = new Set();
		this.total = answer.total;
		for (const change of answer.changes) {
			this.changes.push(change);
			this.seen.add(change.id);
		}
		check.seeAll(answer.changes, page);
		return answer;
	}
}
