import type { IDataObject } from 'n8n-workflow';

import { isRecord, plain } from '../shared/api/envelope';
import { NoAnswer } from '../shared/api/faults';
import { event as eventFields, type Shape } from '../Message/row';
import { text, time, type Row } from '../shared/api/wire';
import { isTime } from './times';

/** A message in a row of Message/List: its status, and since when. */
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
 * @returns undefined for a row without a statusUpdateTs: its sending has not begun, so its status has not
 * changed
 * @throws NoAnswer for a statusUpdateTs that is not a time, since it has no place in the order, and for an
 * id that is not an integer
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

/** A field that the service can sort by, as text without the spaces and plus that it may add. */
export const sortKey = ({ row }: Change, field: string): string =>
	plain(row[field]).replace(/[\s+]/g, '');

/** The item of an event: the message's fields, and what only the trigger knows. */
export function eventData(event: ChangeEvent, shape: Shape): IDataObject {
	const { status, to, ...fields } = eventFields(event.row, shape);
	return {
		status,
		to,
		...fields,
		// Without a time, since the service may give a status a new time, and a crash may repeat a change.
		eventId: `${event.id}:${event.status}`,
		previousStatus: event.previousStatus,
	};
}
