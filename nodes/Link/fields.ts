import type { INodeProperties } from 'n8n-workflow';

import { Refusal, text, zeroOrOneAs } from '../shared/input/parse';
import { dayField, formatInstant, serviceDate, type Zones } from '../shared/input/time/zone';

/** In characters. */
export const LONGEST_COMMENT = 255;

export const comment = text({ max: LONGEST_COMMENT });

export const commentField: INodeProperties = {
	displayName: 'Comment',
	name: 'comment',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring sale',
	description: `Label by which the link can be found later, at most ${LONGEST_COMMENT} characters`,
};

export const expirationDateField = dayField(
	'Expiration Date',
	'expirationDate',
	'Last day on which the link works; a link without a date does not expire',
);

/** YYYY-MM-DD in the zone of the account. @throws Refusal for a day that is over there */
export function expirationDay(value: unknown, zones: Zones): string {
	const day = serviceDate(value, zones);
	const today = formatInstant(Date.now(), zones.account).slice(0, 10);
	if (day >= today) return day;
	throw new Refusal(
		`is in the past: ${day}`,
		"Use today or a later day. To switch a link off at once, set its 'Status' to Inactive.",
	);
}

export const statusField: INodeProperties = {
	displayName: 'Status',
	name: 'status',
	type: 'options',
	options: [
		{ name: 'Active', value: 1 },
		{ name: 'Inactive', value: 0 },
	],
	default: 1,
	description: 'An active link redirects its visitors, an inactive one does not',
};

/** @throws Refusal */
export const status = zeroOrOneAs('Active or Inactive');

export const statusFilter: INodeProperties = {
	...statusField,
	description: 'Only links that are active (redirect their visitors), or inactive',
};

export const queryFilter: INodeProperties = {
	displayName: 'Query',
	name: 'query',
	type: 'string',
	default: '',
	placeholder: 'e.g. spring',
	description:
		'Only links with this text in their code, their comment, or the tracking code of their recipient',
};
