import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../shared/api/envelope';
import { NoAnswer } from '../shared/api/faults';
import { event as eventFields, type Shape } from '../Message/row';
import { text, time, type Row } from '../shared/api/wire';
import { isTime } from './times';

/** A message as a row of Message/List shows it: the status it has, and since when. */
export interface Change {
	id: string;
	status: string;
	/** statusUpdateTs, YYYY-MM-DD HH:MM:SS in the account's zone. */
	time: string;
	/** The row as it came. */
	row: Row;
}

/** A change that is to be emitted. */
export interface ChangeEvent extends Change {
	/** Null where it is not known. */
	previousStatus: string | null;
}

/**
 * @returns undefined for a row without a statusUpdateTs: its sending has not begun, so no status of it
 * has changed
 * @throws NoAnswer for one that is no time, for nobody could say what comes after it, and for an id that
 * is no integer
 */
export function changeOf(row: unknown): Change | undefined {
	if (!isRecord(row)) return undefined;
	const [id, status, since] = [text(row.id), text(row.status), time(row.statusUpdateTs)];
	if (id === null || status === null || since === null) return undefined;
	if (!isTime(since)) throw new NoAnswer('Message/List', 'garbled', `statusUpdateTs ${since}`);
	const digits = String(id).trim();
	if (!/^\d+$/.test(digits)) throw new NoAnswer('Message/List', 'garbled', `id ${digits}`);
	return { id: String(BigInt(digits)), status: String(status), time: since, row };
}

/** A field of a row by which the service can sort, as text without what it may add to a number. */
export const sortKey = ({ row }: Change, field: string): string =>
	String(row[field] ?? '').replace(/[\s+]/g, '');

/** The item of an event: the message's fields, and what only the trigger knows. */
export function eventData(event: ChangeEvent, shape: Shape): IDataObject {
	return {
		...eventFields(event.row, shape),
		// Without a time: the service may stamp a status anew, and show a change again after a crash.
		eventId: `${event.id}:${event.status}`,
		previousStatus: event.previousStatus,
	};
}
