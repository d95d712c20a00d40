import { isCancelled } from '../shared/api/faults';
import { settle } from '../shared/api/promises';
import { recipientOf, type Change, type MessageList, type PageQuery } from './list';
import { later, secondsAfter, unskipped } from './times';

/** A crowd: some seconds with more rows than fit on a page, and how far they are read. */
export interface Place {
	time: string;
	/** Where they end: the service may leave the end of a span out, so it is read again. */
	to: string;
	/** The page to be read next. */
	page: number;
	/** The last page was found: the crowd is read from there to the first page. */
	isDown: boolean;
	/** The first recipient of the page that was read last. */
	edge?: string;
	/** Up to this time all changes had shown when their reading began. */
	settled: string;
}

/** Where a reading begins. The trigger keeps it from poll to poll. */
export interface Position {
	/** Goes back only when clocks are set back. */
	from: string;
	/** The service was seen to include the first second of a span that it is asked for. */
	isInclusive: boolean;
	/** A crowd that is not read to its end yet. */
	place?: Place;
}

export interface Start extends Position {
	/** Up to which time all changes have shown, as known after a response. */
	settled(): string;
}

export interface Reading extends Omit<Position, 'from'> {
	/** In the order of reading; some come several times. */
	changes: Change[];
	/** All that the service showed when the reading began was read up to this second, which is not included. */
	at: string;
	/** Up to this time all changes had shown when the crowd was begun, in an earlier poll. */
	settled?: string;
	/** Nothing came after it. */
	isEnd: boolean;
}

/** After so many steps, of one call or a few, a poll ends: 40,000 items are enough for one execution. */
const MOST_STEPS = 400;

/**
 * Reads what changed since a time, until the list ends or time is up.
 *
 * Ascending by statusUpdateTs, always the first page, each time from the last time seen: a message that
 * changes moves ahead of the reader, so none is missed, and reading may stop after any page.
 *
 * @param ends when time is up, in ms since the epoch
 * @returns `isStuck`: the list goes on, but full pages brought the reading no further
 * @throws what the first call throws; later faults end the reading
 */
export async function readOn(
	list: MessageList,
	start: Start,
	zone: string,
	ends: number,
): Promise<{ reading: Reading; isStuck: boolean }> {
	const reader = new Reader(list, start, zone);
	const { reading } = reader;
	const isStill = () =>
		reading.at === start.from && JSON.stringify(reading.place) === JSON.stringify(start.place);
	let steps = 0;
	do {
		const step = await settle(reader.step());
		if (!('fault' in step)) continue;
		// What was read counts; if the fault lasts, the next poll throws it. If full pages brought the reading no further
		// until time was up, that is what the user must hear.
		const isLate = steps > 0 && isCancelled(step.fault);
		if (isStill() && !isLate) throw step.fault;
		break;
	} while (!reading.isEnd && ++steps < MOST_STEPS && Date.now() < ends);
	return { reading, isStuck: isStill() && !reading.isEnd };
}

/** How many crowded seconds are read together. */
const CROWD_S = 15;

class Reader {
	readonly reading: Reading;
	/** Above 0 only while clocks show times twice, so that a full page brings the reading no further. */
	private page = 0;
	/** The time of a crowd that had no row left. */
	private gone = '';
	/** Rows of the present crowd. */
	private seen = new Set<string>();

	constructor(
		private readonly list: MessageList,
		private readonly start: Start,
		private readonly zone: string,
	) {
		const { from: at, isInclusive, place } = start;
		this.reading = { at, isInclusive, place: place && { ...place }, changes: [], isEnd: false };
	}

	async step(): Promise<void> {
		const { at, place } = this.reading;
		if (place?.time === at) await this.stepInCrowd(place);
		else await this.stepOn();
	}

	private async stepOn(): Promise<void> {
		const { reading } = this;
		const { at, isInclusive } = reading;
		const asked = this.first(at);
		const sort = { statusUpdateTs: 'ASC' as const };
		const { changes, isFull } = await this.list.page({ sort, from: asked, page: this.page });
		this.add(changes);
		reading.isInclusive ||= changes.some(({ time }) => time === asked);
		const last = changes.map(({ time }) => time).reduce(later, at);
		reading.isEnd = !isFull;
		if (!isFull) reading.at = last;
		else if (last > secondsAfter(at, 1)) [reading.at, this.page] = [last, 0];
		else if (!isInclusive && reading.isInclusive) return;
		else if (this.page === 0 && changes.every(({ time }) => time >= at)) this.beginCrowd();
		else if (last > at) [reading.at, this.page] = [last, 0];
		else this.page++;
	}

	private beginCrowd(seconds = CROWD_S): void {
		const { at: time } = this.reading;
		const settled = this.start.settled();
		this.seen = new Set();
		const to = secondsAfter(time, seconds);
		this.reading.place = { time, to, page: 1, isDown: false, settled };
	}

	/**
	 * Reads a page of a crowd, sorted by recipients. First the last page is sought, for which a total is only a hint; then
	 * it is read from there to the first page. Rows that change leave the crowd, and those behind them move up: so a row
	 * may be read twice, and none is missed.
	 */
	private async stepInCrowd(place: Place): Promise<void> {
		const { time, to, page } = place;
		const span = { from: this.first(time), to };
		const sort = { to: 'ASC' as const };
		const asked = { sort, ...span, page };
		const { changes, isFull, total = 0 } = await this.read(asked);
		const isNew = changes.some(({ id }) => !this.seen.has(id));
		this.add(changes);
		for (const { id } of changes) this.seen.add(id);
		// A page past the end may show the last one again.
		if (!place.isDown && isFull && isNew) {
			const last = Math.ceil(total / this.list.pageSize) - 1;
			place.page = page === 1 ? Math.max(2, last) : page + 1;
			return;
		}
		const [first, last] = [changes.at(0), changes.at(-1)].map((row) => row && recipientOf(row));
		// Rows of one recipient may come in another order in each call: those on two pages are read together.
		if (last && last === place.edge) {
			const tied = { sort: { campaignId: 'ASC' as const }, ...span, page: 0, recipient: last };
			const ofOne = await this.read(tied);
			this.add(ofOne.changes);
			// They do not fit on a page either, so rows of one second may hide those of another.
			if (ofOne.isFull && to > secondsAfter(time, 1)) {
				this.beginCrowd(1);
				return;
			}
		}
		place.isDown = true;
		place.edge = first ?? place.edge;
		if (page > 0) place.page--;
		else this.endCrowd(place);
	}

	/** Only two empty responses show that there is nothing. */
	private async read(asked: PageQuery) {
		const shown = await this.list.page(asked);
		return shown.changes.length === 0 ? await this.list.page(asked) : shown;
	}

	private endCrowd({ time, to, settled }: Place): void {
		const { reading } = this;
		reading.place = undefined;
		// A single second is read alone only after the service showed its rows among those of others.
		if (this.seen.size > 0 || to === secondsAfter(time, 1)) {
			reading.at = to;
			if (time === this.start.place?.time) reading.settled = settled;
		} else {
			// All its rows have changed; or clocks show the times twice, and the service takes them for the other hour.
			[this.page, this.gone] = [this.gone === time ? 1 : 0, time];
		}
	}

	/** What to ask for to get the rows of this second: the service may leave out the first second of a span. */
	private first(time: string): string {
		return unskipped(this.reading.isInclusive ? time : secondsAfter(time, -1), this.zone);
	}

	private add(changes: Change[]): void {
		for (const change of changes) this.reading.changes.push(change);
	}
}
