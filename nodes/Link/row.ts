import type { IDataObject } from 'n8n-workflow';

import { selected, type FieldNames, type Output } from '../shared/fields/output';
import { number, text, time, typed, type Fields, type Row } from '../shared/api/wire';
import { address } from './waitingPage';

/** The fields of a short link that Simplify keeps. */
export const SIMPLE_LINK: Fields = {
	id: number,
	code: text,
	shortLink: text,
	fullLink: address,
	status: number,
	moderatorStatus: number,
	clickCnt: number,
	createTs: time,
	expirationDate: time,
	comment: text,
};

/** The short link of Link/Get and Link/List, with an undocumented field that is useful. */
const LINK: Fields = { ...SIMPLE_LINK, moderatorComment: text };

/** Deleted links can still be read: only this field shows that, so Simplify keeps it. */
const DELETED: Fields = { deletedTs: time };

/** The fields of a short link that a tool can return. */
export const LINK_FIELDS: FieldNames = {
	id: 'ID',
	code: 'Code',
	shortLink: 'Short Link',
	fullLink: 'Full Link',
	status: 'Status',
	moderatorStatus: 'Moderator Status',
	moderatorComment: 'Moderator Comment',
	clickCnt: 'Clicks',
	createTs: 'Created',
	expirationDate: 'Expiration Date',
	comment: 'Comment',
	deletedTs: 'Deleted',
};

/** A short link as the user wants it. */
export const selectedLink = (row: Row, output: Output): IDataObject =>
	selected(link(row, output.simplify), output);

/** A short link with its documented types; simplified, with `deletedTs` only when it is set. */
export function link(row: Row, simplify: boolean): IDataObject {
	const deletedTs = DELETED.deletedTs(row.deletedTs);
	if (simplify)
		return { ...typed(row, SIMPLE_LINK, true), ...(deletedTs !== null && { deletedTs }) };
	return typed(row, 'deletedTs' in row ? { ...LINK, ...DELETED } : LINK);
}
