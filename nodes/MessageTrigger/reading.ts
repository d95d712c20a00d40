import { settle } from '../shared/api/promises';
import type { MessageList } from './list';
import type { PollReading, Start } from './position';
import { Reader } from './reader';

/**
 * Reads what changed since a time, until the list ends or time is up.
 *
 * Ascending by statusUpdateTs, always the first page, each time from the last time seen: a message that
 * changes moves ahead of the reader, so none is missed. Everything before the last time of a page was
 * read; an empty answer changes nothing. Only a second that does not fit on a page is read by page numbers.
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
		// What was read counts; if the fault lasts, the next poll throws it.
		if ('fault' in step && reader.changes.length === 0) throw step.fault;
		end = 'value' in step ? step.value : false;
	} while (end === undefined && hasTime());
	return reader.reading(end === true);
}
