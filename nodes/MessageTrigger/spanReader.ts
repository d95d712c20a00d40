import type { Change } from './change';
import type { MessageList, Page } from './list';
import { PassCheck } from './passCheck';
import type { Place, Span, SpanReading } from './position';

/** Few rows of a second are equal in one of these; sorting by two fields is not documented. */
export const SORTS = ['to', 'campaignId'];

/** Reads a span pass by pass; see `readWholeSpan`. */
export class SpanReader {
	private readonly changes: Change[] = [];
	/** Rows seen since the total last moved. */
	private seen = new Set<string>();
	private total: number | undefined = 0;
	/** How many rows there are at least since then: a total may be too low. */
	private shown = 0;
	/** Rows of a full page; 1 until a page was read. */
	private pageSize = 1;
	place: Place | undefined;
	hasFailed = false;
	/** How many rows the last pass saw, for a service without totals. */
	private walked = 0;

	constructor(
		private readonly list: MessageList,
		private readonly span: Span,
	) {}

	/** Leaves the rest to the next poll. */
	leaveAt(order: number, done?: Place['done']): void {
		this.place = { ...this.span, order, done };
	}

	reading(isWhole: boolean): SpanReading {
		const { changes, total = Infinity, place, hasFailed } = this;
		return { changes, isWhole, total, place, hasFailed: hasFailed || !(isWhole || place) };
	}

	/**
	 * @returns `whole`: all was read; `cut`: time was up, `place` says where to go on; `missing`: rows are
	 * missing; `nothing`: no row showed
	 */
	async pass(
		order: number,
		from: Place['done'],
		hasTime: () => boolean,
	): Promise<'whole' | 'cut' | 'missing' | 'nothing'> {
		this.place = undefined;
		const sort = SORTS[order];
		const check = new PassCheck(sort, from?.findings, from?.total);
		this.pageSize = from?.pageSize ?? 1;
		const top = from ? undefined : await this.ask(sort, 0, check);
		const pageSize = top ? top.changes.length : this.pageSize;
		if (pageSize === 0) return 'nothing';
		this.pageSize = pageSize;
		// Only a page that is not full is known to be the last.
		if (top && pageSize < this.list.pageSize && pageSize >= (this.total ?? Infinity))
			return 'whole';
		if (this.total === undefined) return await this.walk(sort, check, pageSize, hasTime);

		const { total } = this;
		// Behind a full page there may be more rows than a total says that is too low.
		const page = Math.max(1, Math.floor(total / pageSize));
		const way = { page, pageSize, total, isDown: false };
		const calls = Math.floor((2 * total) / pageSize) + 8;
		const at = { ...(from ?? { ...way, calls }), findings: check.findings };
		// One page alone does not show how many rows a full one has.
		const isGood = () => check.isGood(check.findings.last?.page ? pageSize : this.list.pageSize);
		// The first page is read again only if rows moved into it.
		while (at.page > 0 || (at.page === 0 && (!top || at.findings.moved > 0))) {
			if (!hasTime()) {
				if (!isGood()) return 'missing';
				this.leaveAt(order, at);
				return 'cut';
			}
			if (at.calls-- < 0) return 'missing';
			const next = await this.ask(sort, at.page, check);
			const { total: now = at.total } = next;
			const more = now - at.total;
			// Past the last page that is full: a total may be too low.
			at.isDown ||= next.changes.length < pageSize;
			if (!at.isDown) at.page++;
			else if (more <= 0) at.page--;
			else {
				const last = Math.floor(now / pageSize);
				at.page = Math.min(last, at.page + Math.ceil(more / pageSize));
				// At the end, the last page is looked for again.
				at.isDown = at.page < last;
			}
			at.total = now;
		}
		const isCounted = this.seen.size >= Math.max(at.total, this.shown);
		return isCounted || (isGood() && check.isInOrder) ? 'whole' : 'missing';
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

	/** A page; once more where it has fewer rows than its own total says. */
	private async ask(sort: string, page: number, check: PassCheck): Promise<Page> {
		const isShort = ({ changes, total = 0 }: Page) =>
			changes.length < Math.min(this.pageSize, total - page * this.pageSize);
		const answer = await this.askOnce(sort, page, check);
		if (!isShort(answer)) return answer;
		const again = await this.askOnce(sort, page, check);
		if (isShort(again)) check.seeShort(page);
		return again;
	}

	private async askOnce(sort: string, page: number, check: PassCheck): Promise<Page> {
		const { from, to } = this.span;
		const answer = await this.list.page({ sort: { [sort]: 'ASC' }, from, to, page });
		if (answer.total !== this.total) {
			this.seen = new Set();
			this.shown = 0;
		}
		this.total = answer.total;
		for (const change of answer.changes) {
			this.changes.push(change);
			this.seen.add(change.id);
		}
		if (answer.changes.length > 0) {
			this.shown = Math.max(this.shown, page * this.pageSize + answer.changes.length);
		}
		check.seeAll(answer, page);
		return answer;
	}
}
