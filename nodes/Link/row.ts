import type { IDataObject } from 'n8n-workflow';

import { selected, type FieldNames, type Output } from '../shared/fields/list';
import { columns, number, text, time, typed, type Convert, type Row } from '../shared/api/wire';

/** Where a waiting execution of n8n listens by default, or what Send and Wait adds to its address. */
const WAITS = /\/(webhook|form)-waiting\/|\?question=\d{1,16}&lang=[a-z]{2}&(code=sms&)?signature=/;

const SIGNATURE = /[?&]signature=[^&#]*/g;

const leadsToWaiting = (address: unknown): address is string =>
	typeof address === 'string' && WAITS.test(address);

/** Whether an execution of n8n waits for an answer there. */
export const isWaitingPage = ({ fullLink }: Row): boolean => leadsToWaiting(fullLink);

/**
 * The full link of a row. The address of a waiting page comes without its signature, with which whoever may
 * list links could answer in place of the person asked.
 */
export const address: Convert = (fullLink) =>
	text(leadsToWaiting(fullLink) ? fullLink.replace(SIGNATURE, '') : fullLink);

const { names, types } = columns({
	id: ['ID', number],
	code: ['Code', text],
	shortLink: ['Short Link', text],
	fullLink: ['Full Link', address],
	status: ['Status', number],
	moderatorStatus: ['Moderator Status', number],
	clickCnt: ['Clicks', number],
	createTs: ['Created', time],
	expirationDate: ['Expiration Date', time],
	comment: ['Comment', text],
});

export const SIMPLE_LINK = types;
const LINK = { ...types, moderatorComment: text };
export const LINK_FIELDS: FieldNames = {
	...names,
	moderatorComment: 'Moderator Comment',
	deletedTs: 'Deleted',
};

export const selectedLink = (row: Row, output: Output): IDataObject =>
	selected(link(row, output.simplify), output);

/** Simplified, with `deletedTs` only when it is set. */
export function link(row: Row, simplify: boolean): IDataObject {
	// Deleted links can still be read: only this field shows it.
	const deletedTs = time(row.deletedTs);
	if (simplify)
		return { ...typed(row, SIMPLE_LINK, true), ...(deletedTs !== null && { deletedTs }) };
	return typed(row, 'deletedTs' in row ? { ...LINK, deletedTs: time } : LINK);
}
