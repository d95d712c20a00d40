import { settle } from '../shared/api/outcome';
import type { MessageList } from './list';
import type { PollReading, Start } from './position';
import { Reader } from './reader';

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
): Promise<PollReading> {
	const reader = new Reader(list, start, zone, hasTime);
	let end: boolean | undefined;
	do {
		const step = await settle(async () => await reader.step());
		// What was read stays read; if it lasts, the next poll throws it.
		if ('fault' in step && reader.changes.length === 0) throw step.fault;
		end = 'value' in step ? step.value : false;
	} while (end === undefined && hasTime());
	return reader.reading(end === true);
}
