import type { IDataObject } from 'n8n-workflow';

import { exactText, number, text, time, typed, type Fields } from './wire';

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

/** The delivery report of Message/GetSMSStatus. */
export const DELIVERY_REPORT: Fields = {
	id: number,
	status: text,
	segNum: number,
	startSendTs: time,
	statusUpdateTs: time,
};

/** A message with its documented types, and whether its status is the last one. */
export function message(row: unknown, simplify: boolean): IDataObject {
	const result = typed(row, MESSAGE, simplify);
	result.final = isFinal(result.status);
	return result;
}

/** A delivery report with its documented types, and whether its status is the last one. */
export function deliveryReport(row: unknown): IDataObject {
	const result = typed(row, DELIVERY_REPORT);
	result.final = isFinal(result.status);
	return result;
}
