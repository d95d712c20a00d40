import type { IDataObject } from 'n8n-workflow';

import type { FieldNames } from '../shared/fields/list';
import { columns, exactText, number, text, time, typed, type Row } from '../shared/api/wire';

export const DELIVERED = 'DELIVRD';

/** The other statuses after which nothing changes any more. */
export const FAILED: ReadonlySet<unknown> = new Set(['UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED']);

/** In the order in which a message goes through them. */
export const NOT_FINAL: readonly unknown[] = ['NEW', 'ENQUEUD', 'ACCEPTD', 'PDLIVRD'];

/** @returns null for a status that is not documented: it may or may not be the last */
export function isFinal(status: unknown): boolean | null {
	if (status === DELIVERED || FAILED.has(status)) return true;
	return NOT_FINAL.includes(status) ? false : null;
}

/** In the order of the specification. */
const { names, types } = columns({
	id: ['ID', number],
	campaignId: ['Campaign ID', number],
	segNum: ['Number of Segments', number],
	segUserBuy: ['Cost of a Segment', number],
	from: ['From', text],
	to: ['To', text],
	text: ['Text', exactText],
	status: ['Status', text],
	groups: ['Groups', text],
	uuid: ['UUID', text],
	countryA2: ['Country', text],
	operatorName: ['Operator', text],
	startSendTs: ['Sending Started', time],
	statusUpdateTs: ['Status Changed', time],
});

export const MESSAGE = types;
export const MESSAGE_FIELDS: FieldNames = { ...names, final: 'Final' };

/** What Simplify keeps of a message, in order. The trigger adds more to an event. */
const COMMON = ['id', 'campaignId', 'from', 'to', 'text', 'status', 'final'] as const;
export const SIMPLE_MESSAGE = [...COMMON, 'segNum', 'startSendTs', 'statusUpdateTs'] as const;
export const SIMPLE_EVENT = [...COMMON, 'statusUpdateTs'] as const;

/** Fields that exist only with With Number Info. */
export const NUMBER_INFO = ['countryA2', 'operatorName'] as const;

const { id, status, segNum, startSendTs, statusUpdateTs } = types;
export const DELIVERY_REPORT = { id, status, segNum, startSendTs, statusUpdateTs };

export interface Shape {
	simplify: boolean;
	/** Whether country and operator were asked for. */
	withNumberInfo: boolean;
}

/** A row of the list. @param simple what Simplify keeps of it */
export function message(
	row: Row,
	{ simplify, withNumberInfo }: Shape,
	simple: readonly string[] = SIMPLE_MESSAGE,
): IDataObject {
	const whole = withFinal(typed(row, MESSAGE, simplify));
	if (!simplify) return whole;
	const result: IDataObject = {};
	for (const field of simple) result[field] = whole[field];
	if (withNumberInfo) for (const field of NUMBER_INFO) result[field] = whole[field];
	return result;
}

/** A row of `Message/GetSMSStatus`. */
export const deliveryReport = (row: Row): IDataObject => withFinal(typed(row, DELIVERY_REPORT));

/** Changes the row itself: nothing else uses it. */
function withFinal(row: IDataObject): IDataObject {
	row.final = isFinal(row.status);
	return row;
}
