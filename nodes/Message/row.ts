import type { IDataObject } from 'n8n-workflow';

import type { FieldNames } from '../shared/fields/output';
import { exactText, number, text, time, typed, type Fields, type Row } from '../shared/api/wire';

/** Statuses after which nothing changes any more, and those after which something may. The set is open. */
const FINAL = new Set(['DELIVRD', 'UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED']);
const NOT_FINAL = new Set(['NEW', 'ENQUEUD', 'ACCEPTD', 'PDLIVRD']);

/** @returns null for a status that nobody documented: it may or may not be the last */
export function isFinal(status: unknown): boolean | null {
	if (typeof status !== 'string') return null;
	return FINAL.has(status) ? true : NOT_FINAL.has(status) ? false : null;
}

/** The message of Message/List, in the specification's order. */
export const MESSAGE: Fields = {
	id: number,
	campaignId: number,
	segNum: number,
	segUserBuy: number,
	from: text,
	to: text,
	text: exactText,
	status: text,
	groups: text,
	uuid: text,
	countryA2: text,
	operatorName: text,
	startSendTs: time,
	statusUpdateTs: time,
};

/** What a message and an event of it have in common when they are simplified. */
const COMMON = ['id', 'campaignId', 'from', 'to', 'text', 'status', 'final'] as const;

/** What Simplify leaves of a message, in order. */
export const SIMPLE_MESSAGE = [...COMMON, 'segNum', 'startSendTs', 'statusUpdateTs'] as const;

/** What Simplify leaves of an event, before what only the trigger knows. */
export const SIMPLE_EVENT = [...COMMON, 'statusUpdateTs'] as const;

/** What is there only when the number's country and operator were asked for. */
export const NUMBER_INFO = ['countryA2', 'operatorName'] as const;

/** What a tool can return of a message. */
export const MESSAGE_FIELDS: FieldNames = {
	id: 'ID',
	campaignId: 'Campaign ID',
	segNum: 'Number of Segments',
	segUserBuy: 'Cost of a Segment',
	from: 'From',
	to: 'To',
	text: 'Text',
	status: 'Status',
	final: 'Final',
	groups: 'Groups',
	uuid: 'UUID',
	countryA2: 'Country',
	operatorName: 'Operator',
	startSendTs: 'Sending Started',
	statusUpdateTs: 'Status Changed',
};

/** The delivery report of Message/GetSMSStatus. */
export const DELIVERY_REPORT: Fields = {
	id: number,
	status: text,
	segNum: number,
	startSendTs: time,
	statusUpdateTs: time,
};

/** Which of a message's fields are wanted. */
export interface Shape {
	simplify: boolean;
	/** Whether country and operator were asked for. */
	withNumberInfo?: boolean;
}

/** A message with its documented types, and whether its status is the last one. */
export const message = (row: Row, shape: Shape): IDataObject => shaped(row, shape, SIMPLE_MESSAGE);

/** A message as the trigger emits it; the same as `message` but for what Simplify leaves. */
export const event = (row: Row, shape: Shape): IDataObject => shaped(row, shape, SIMPLE_EVENT);

function shaped(
	row: Row,
	{ simplify, withNumberInfo = false }: Shape,
	simple: readonly string[],
): IDataObject {
	const whole = withFinal(typed(row, MESSAGE, simplify));
	if (!simplify) return whole;
	const result: IDataObject = {};
	for (const field of simple) result[field] = whole[field];
	if (withNumberInfo) for (const field of NUMBER_INFO) result[field] = whole[field];
	return result;
}

/** A delivery report with its documented types, and whether its status is the last one. */
export const deliveryReport = (row: Row): IDataObject => withFinal(typed(row, DELIVERY_REPORT));

/** The row itself, which nobody else holds. */
function withFinal(row: IDataObject): IDataObject {
	row.final = isFinal(row.status);
	return row;
}
