import { settle } from '../shared/api/outcome';
import type { Change } from './change';
import type { MessageList } from './list';
import { Reader } from './reader';
import type { Place } from './span';

/** Where a poll begins to read. */
export interface Start {
	from: string;
	/** The newest time of a row that was not dated ahead: under these filters, the list shows some from there on. */
	newest: string;
	/** The service was seen to count the first second to the span that begins with it. */
	isInclusive: boolean;
	place?: Place;
}

/** How far reading got. */
export interface Reading extends Start {
	/** In the order of reading. */
	changes: Change[];
	/** All that the service has: not a part for want of time, and not nothing where there was something. */
	isWhole: boolean;
	/** What did not show although it must be there. */
	missing?: string;
}

/**
 * Reads what changed from a time on, until the end of the list or the end of the time.
 *
 * Ascending by statusUpdateTs, always the first page, asked again from the last time seen: a message
 * that changes moves ahead of the reader, so none can get past it. What is before the last time of a page
 * was read; an answer without rows moves nothing. Only a second that does not fit on a page is read by
 * page numbers.
 *
 * @param zone IANA name of the account's zone
 * @param hasTime whether another call may be made
 * @throws what the first call throws; later faults end the reading
 */
export async function readOn(
	list: MessageList,
	start: Start,
	zone: string,
	hasTime: () => boolean,
): Promise<Reading> {
	const reader = new Reader(list, start, zone, hasTime);
	let end: boolean | undefined;
	do {
		const step = await settle(async () => await reader.step());
		// What was read stays read; if it lasts, the next poll throws it.
		if ('fault' in step && !reader.hasRead) throw step.fault;
		end = 'value' in step ? step.value : false;
	} while (end === undefined && hasTime());
	return reader.reading(end === true);
}
