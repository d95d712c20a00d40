import type { IDataObject } from 'n8n-workflow';

import type { FieldNames } from '../shared/fields/output';
import { exactText, number, text, time, typed, type Fields, type Row } from '../shared/api/wire';

/** Statuses after which nothing changes any more, and those after which something may. The set is open. */
export const FAILED: ReadonlySet<string> = new Set(['UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED']);
const FINAL: ReadonlySet<string> = new Set(['DELIVRD', ...FAILED]);
const NOT_FINAL = new Set(['NEW', 'ENQUEUD', 'ACCEPTD', 'PDLIVRD']);

/** @returns null for a status that is not documented: it may or may not be the last */
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

/** The fields of both a simplified message and a simplified event. */
const COMMON = ['id', 'campaignId', 'from', 'to', 'text', 'status', 'final'] as const;

/** The fields of a message that Simplify keeps, in order. */
export const SIMPLE_MESSAGE = [...COMMON, 'segNum', 'startSendTs', 'statusUpdateTs'] as const;

/** The fields of an event that Simplify keeps, without those that only the trigger knows. */
export const SIMPLE_EVENT = [...COMMON, 'statusUpdateTs'] as const;

/** Fields that exist only with With Number Info. */
export const NUMBER_INFO = ['countryA2', 'operatorName'] as const;

/** The fields of a message that a tool can return. */
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

/** A message as the trigger emits it; differs from `message` only in what Simplify keeps. */
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

/** Changes the row itself, which nothing else uses. */
function withFinal(row: IDataObject): IDataObject {
	row.final = isFinal(row.status);
	return row;
}
