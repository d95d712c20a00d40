import type { Change } from './change';
import type { MessageList } from './list';
import { readAll } from './readAll';
import { secondsAfter, startBefore } from './serviceClock';

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

export interface Reading {
	/** In the order of reading. */
	changes: Change[];
	/** Where the next poll is to begin. */
	from: string;
}

/** Before all times of the service: a bound, so that messages without a statusUpdateTs stay out. */
const BEGINNING = '2000-01-01 00:00:00';

/**
 * Reads what changed since a time: everything, or of a backlog that does not fit in the budget the
 * oldest part.
 */
export async function readSince(list: MessageList, since: string, terms: Terms): Promise<Reading> {
	const started = Date.now();
	const top = await list.page({ order: 'DESC', from: since, page: 0 });
	const newest = top.changes.at(0)?.time;
	if (newest === undefined) return { changes: [], from: since };
	const from = startBefore(newest, terms.overlap, terms.zone);
	const pages = affordable(terms.budget, Date.now() - started);
	const end = top.total > pages * list.pageSize ? await endOf(list, since, pages) : undefined;
	// What changed just before the newest time may still be joined by changes that show late, so it can
	// only be read together with the newest.
	if (end === undefined || end >= from) {
		return { changes: await readAll(list, { from: since }, top), from };
	}
	return { changes: await readAll(list, { from: since, to: end }), from: secondsAfter(end, 1) };
}

/** Half of the budget, for a service that gets slower. */
const affordable = (budget: number, msPerPage: number): number =>
	Math.min(MOST_PAGES, Math.max(1, Math.floor(budget / 2 / Math.max(1, msPerPage))));

/** The time up to which so many pages reach; its second is to be read whole. */
async function endOf(list: MessageList, from: string, pages: number): Promise<string | undefined> {
	const last = await list.page({ order: 'ASC', from, page: pages - 1 });
	return last.changes.at(-1)?.time;
}

/**
 * Where a trigger begins that has no state: with the newest time in the service's own list. No clock
 * of ours is compared with the service's.
 *
 * @returns what is old already
 */
export async function readStart(list: MessageList, terms: Terms): Promise<Reading> {
	const top = await list.page({ order: 'DESC', page: 0 });
	const newest = top.changes.at(0)?.time;
	if (newest === undefined) return { changes: [], from: BEGINNING };
	const from = startBefore(newest, terms.overlap, terms.zone);
	return { changes: await readAll(list, { from }), from };
}
