import type { Change } from './change';
import type { MessageList } from './list';
import { readAll } from './readAll';
import { BEGINNING, comesTwice, parting, secondsAfter, startBefore } from './serviceClock';

/** No poll reads more pages of a backlog: 25,000 items are enough for one execution. */
const MOST_PAGES = 250;

/** How the service and n8n are to be read; the same for all polls of a workflow. */
export interface Terms {
	/** How much later than its statusUpdateTs a change may become visible, in seconds. */
	overlap: number;
	/** IANA name of the account's zone. */
	zone: string;
	/** How long a poll may take, in ms. */
	budget: number;
}

/** How far reading got. */
export interface Position {
	/** Where the next poll is to begin. */
	from: string;
	/** The newest time that the service showed, */
	newest: string;
	/** and when it did, in ms by the clock of this n8n. */
	newestAt: number;
}

export interface Reading extends Position {
	/** In the order of reading. */
	changes: Change[];
	/** All that the service has; not the oldest part of a backlog, and not nothing. */
	isWhole: boolean;
}

/**
 * Reads what changed since a poll: everything, or of a backlog that does not fit in the budget the
 * oldest part.
 */
export async function readSince(
	list: MessageList,
	since: Position,
	terms: Terms,
): Promise<Reading> {
	const started = Date.now();
	const top = await list.page({ order: 'DESC', from: since.from, page: 0 });
	const newest = top.changes.at(0)?.time;
	// Should a service hide for a moment what it showed before, it is still remembered.
	if (newest === undefined) return { ...since, changes: [], isWhole: false };
	const newestAt = newest === since.newest ? since.newestAt : Date.now();
	const from = startBefore(newest, terms.overlap, terms.zone);
	const pages = affordable(terms.budget, Date.now() - started);
	const isLong = top.total > pages * top.rows;
	const end = isLong ? await endOf(list, since.from, pages, terms.zone) : undefined;
	// What changed just before the newest time may still be joined by changes that show late, so it can
	// only be read together with the newest.
	if (end === undefined || end >= from) {
		const changes = await readAll(list, { from: since.from }, top);
		const start = later(from, settled(since, started, terms));
		return { changes, isWhole: true, from: start, newest, newestAt };
	}
	const changes = await readAll(list, { from: since.from, to: end });
	return { changes, isWhole: false, from: secondsAfter(end, 1), newest, newestAt };
}

/**
 * Since when nothing can show late any more that is not newer than what the poll before saw, provided
 * that this one read everything. Lets a great many changes be read again once, and not by every poll
 * until a newer one comes. Compares our clock with nothing but itself, and leaves a second for the
 * service's to be full, and one for good measure. In the hour that comes twice, later is not newer.
 */
function settled(since: Position, started: number, { overlap, zone }: Terms): string {
	const isLongAgo = started - since.newestAt >= (overlap + 2) * 1000;
	const isSettled = isLongAgo && !comesTwice(since.newest, zone);
	return isSettled ? startBefore(since.newest, -1, zone) : since.from;
}

const later = (a: string, b: string): string => (a > b ? a : b);

/** Half of the budget, for a service that gets slower. */
const affordable = (budget: number, msPerPage: number): number =>
	Math.min(MOST_PAGES, Math.max(1, Math.floor(budget / 2 / Math.max(1, msPerPage))));

/** The time up to which so many pages reach; its second is to be read whole. */
async function endOf(
	list: MessageList,
	from: string,
	pages: number,
	zone: string,
): Promise<string | undefined> {
	const last = await list.page({ order: 'ASC', from, page: pages - 1 });
	const end = last.changes.at(-1)?.time;
	return end && parting(end, zone);
}

/**
 * Where a trigger begins that has no state: with the newest time in the service's own list. No clock
 * of ours is compared with the service's.
 *
 * @returns what is old already
 */
export async function readStart(list: MessageList, terms: Terms): Promise<Reading> {
	const top = await list.page({ order: 'DESC', from: BEGINNING, page: 0 });
	const newestAt = Date.now();
	const newest = top.changes.at(0)?.time;
	if (newest === undefined) {
		return { changes: [], isWhole: true, from: BEGINNING, newest: BEGINNING, newestAt };
	}
	const from = startBefore(newest, terms.overlap, terms.zone);
	return { changes: await readAll(list, { from }), isWhole: true, from, newest, newestAt };
}
