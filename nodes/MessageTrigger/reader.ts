import type { Change } from './change';
import type { MessageList, Page } from './list';
import type { Place, PollReading, Span, Start } from './position';
import { readWholeSpan } from './wholeSpan';
import { earlier, justBefore, later, LOOK_BACK_S, secondMoment, secondsAfter } from './times';

/** How often an empty answer is asked for again if there were rows before. */
const ASKS = 5;

/** The smallest page of the specification; a service may always use it. */
const SMALLEST_PAGE = 25;

/** Goes on call by call; see `readOn`. */
export class Reader {
	readonly changes: Change[] = [];
	/** Where the next call begins, and where the next poll would begin. */
	private at: string;
	private cursor: string;
	private newest: string;
	private isInclusive: boolean;
	private place: Place | undefined;
	private missing: string | undefined;
	/** Rows on the fullest page; one with fewer is not full. */
	private fullest: number;
	/** How often a second that did not fit on a page had no rows. */
	private vanished = 0;
	/** Answers without rows, in a row. */
	private empties = 0;

	constructor(
		private readonly list: MessageList,
		private readonly start: Start,
		private readonly zone: string,
		private readonly hasTime: () => boolean,
	) {
		({ newest: this.newest, isInclusive: this.isInclusive, place: this.place } = start);
		this.at = this.cursor = start.from;
		this.fullest = Math.min(SMALLEST_PAGE, list.pageSize);
	}

	reading(isWhole: boolean): PollReading {
		const { changes, cursor: from, newest, isInclusive, place, missing } = this;
		return { changes, from, newest, isInclusive, place, missing, isWhole };
	}

	/** @returns whether the end of the list was reached; undefined to go on */
	async step(): Promise<boolean | undefined> {
		const { place } = this;
		if (place && place.from <= this.at && this.at <= place.to) return await this.readSpan(place);
		const asked = this.isInclusive ? this.at : justBefore(this.at, this.zone);
		const page = await this.list.page({ sort: { statusUpdateTs: 'ASC' }, from: asked, page: 0 });
		return page.changes.length > 0 ? await this.take(page, asked) : this.takeNothing(page);
	}

	private async take({ changes, total = Infinity }: Page, asked: string) {
		this.empties = 0;
		this.add(changes);
		if (changes.some(({ time }) => time === asked)) this.isInclusive = true;
		this.fullest = Math.max(this.fullest, changes.length);
		const last = changes.map(({ time }) => time).reduce(later);
		// Behind a full page there may be more rows than a total says that is too low.
		if (changes.length >= total && changes.length < this.list.pageSize) {
			this.moveTo(later(this.at, last));
			return true;
		}
		const back = changes.findIndex(({ time }, n) => n > 0 && time < changes[n - 1].time);
		if (back > 0) return await this.readHour(changes[back - 1].time);
		if (secondMoment(last, this.zone)) return await this.readHour(last);
		const isFull = changes.length >= this.fullest;
		if (last > this.at) this.moveTo(last);
		else if (last < this.at) {
			// The first second belongs to the span after all.
			if (this.isInclusive && asked < this.at) return undefined;
			// Only older rows: clocks show this time twice.
			return isFull ? await this.readHour(this.at) : true;
		}
		// A total that is too high shows in a page that is not full.
		else return isFull ? await this.readSeconds() : true;
		return undefined;
	}

	/** If there must be rows, one or two empty answers prove nothing. */
	private takeNothing({ total }: Page): boolean | undefined {
		const isEnd = this.newest < this.at;
		const asks = total === 0 || (this.start.shown ?? '') < this.at ? 1 : ASKS;
		if (++this.empties < (isEnd ? asks : 2)) return undefined;
		if (!isEnd) this.missing = `any message that changed since ${this.at}`;
		return isEnd;
	}

	/**
	 * Clocks show this hour twice, and it is not known which of the two the service means: both are read as
	 * one span, from before until after.
	 */
	private async readHour(time: string): Promise<boolean | undefined> {
		const [from, to] = [secondsAfter(time, -LOOK_BACK_S), secondsAfter(time, LOOK_BACK_S)];
		this.moveTo(earlier(this.at, from));
		// The service may leave the end out.
		const end = await this.readSpan({ from, to, next: secondsAfter(to, -10) });
		// The end may lie ahead of the service's clock.
		if (end === undefined) this.cursor = earlier(this.at, this.newest);
		return end;
	}

	/** Reads second by second, as long as a second does not fit on a page. */
	private async readSeconds(): Promise<boolean | undefined> {
		for (let isFirst = true; ; isFirst = false) {
			const { at } = this;
			const next = secondsAfter(at, 1);
			const before = this.changes.length;
			const count = () => this.changes.length - before;
			let end = await this.readSpan({ from: at, to: at, next });
			if (isFirst && count() === 0) {
				// Perhaps the service leaves the ends out.
				end = await this.readSpan({ from: justBefore(at, this.zone), to: next, next });
			}
			if (count() === 0) {
				this.missing = undefined;
				// Nothing there, or all of it has changed meanwhile: the next page shows which.
				if (!isFirst || this.vanished++ === 0) return undefined;
				// Clocks show this second twice, and the service takes it for the other one.
				return await this.readHour(at);
			}
			if (end !== undefined || count() <= this.fullest || !this.hasTime()) return end;
		}
	}

	private async readSpan(span: Span): Promise<boolean | undefined> {
		const place = span === this.place ? this.place : undefined;
		const read = await readWholeSpan(this.list, span, place, this.hasTime);
		this.add(read.changes);
		this.place = read.place;
		if (read.changes.some(({ time }) => time === span.from)) this.isInclusive = true;
		this.missing = undefined;
		if (read.isWhole) this.moveTo(span.next);
		else if (read.hasFailed) {
			this.missing = `all of the ${read.total} messages that changed at ${span.from}`;
		}
		return read.isWhole ? undefined : false;
	}

	private moveTo(time: string): void {
		this.at = this.cursor = time;
	}

	private add(changes: Change[]): void {
		for (const change of changes) this.changes.push(change);
		this.newest = changes.map(({ time }) => time).reduce(later, this.newest);
	}
}
