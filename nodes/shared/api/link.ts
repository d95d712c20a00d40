import type { IDataObject } from 'n8n-workflow';

import { number, text, time, typed, type Fields } from './wire';

/** The short link of Link/Get and Link/List, in the specification's order. */
export const LINK: Fields = {
	id: number,
	code: text,
	shortLink: text,
	fullLink: text,
	status: number,
	moderatorStatus: number,
	clickCnt: number,
	createTs: time,
	expirationDate: time,
	comment: text,
	moderatorComment: text,
};

/** A short link with its documented types. */
export const link = (row: unknown, simplify: boolean): IDataObject => typed(row, LINK, simplify);
