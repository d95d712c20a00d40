import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/api/envelope';
import { NoAnswer } from '../shared/api/faults';
import { event as eventFields, type Shape } from '../Message/row';
import { text, time, type Row } from '../shared/api/wire';
import { isTime } from './serviceClock';

/** A message as a row of Message/List shows it: the status it has, and since when. */
export interface Change {
	id: string;
	status: string;
	/** statusUpdateTs, YYYY-MM-DD HH:MM:SS in the account's zone. */
	time: string;
	/** The row as it came. */
	row: Row;
}

/** A change that was not told before. */
export interface ChangeEvent extends Change {
	/** Null where it is not known. */
	previousStatus: string | null;
}

/**
 * @returns undefined for a row without a statusUpdateTs: its sending has not begun, so no status of it
 * has changed
 * @throws NoAnswer for one that is no time: the trigger could not tell what comes after it
 */
export function changeOf(row: unknown): Change | undefined {
	if (!isRecord(row)) return undefined;
	const [id, status, since] = [text(row.id), text(row.status), time(row.statusUpdateTs)];
	if (id === null || status === null || since === null) return undefined;
	if (!isTime(since)) throw new NoAnswer('Message/List', 'garbled', `statusUpdateTs ${since}`);
	return { id: String(id), status: String(status), time: since, row };
}

/** The item of an event: the message's fields, and what only the trigger knows. */
export function eventData(event: ChangeEvent, shape: Shape): IDataObject {
	return {
		...eventFields(event.row, shape),
		// The same whenever the same change is told, so that receivers can tell a repetition.
		eventId: `${event.id}:${event.status}:${event.time}`,
		previousStatus: event.previousStatus,
	};
}
