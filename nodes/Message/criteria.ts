import type { INodeProperties } from 'n8n-workflow';

import type { Params } from '../shared/api/service';
import { filtersCollection } from '../shared/fields/list';
import type { ItemParameters } from '../shared/input/itemParameters';
import { ids, quote, Refusal, text, trimmed } from '../shared/input/parse';
import { endAfter, endField, startField, startTime } from '../shared/input/time/zone';
import { campaignStatusOptions, sender, statusOptions } from './fields';
import { meantBy } from './sms/countries';
import { phoneText } from './sms/recipient';

/** The service ignores more without a word. */
const MOST_CAMPAIGNS = 100;

export const campaignIdsFilter: INodeProperties = {
	displayName: 'Campaign IDs',
	name: 'campaignIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 70000000001, 70000000003',
	description: `Only messages of these campaigns. Up to ${MOST_CAMPAIGNS} campaign IDs, separated by commas or as an array.`,
};

export const fromFilter: INodeProperties = {
	displayName: 'From',
	name: 'from',
	type: 'string',
	default: '',
	placeholder: 'e.g. MyShop',
	description: 'Only messages with this sender ID',
};

export const toFilter: INodeProperties = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	default: '',
	placeholder: 'e.g. 7701',
	description: 'Only messages to this phone number. A part of a number is enough.',
};

export const withNumberInfoOption: INodeProperties = {
	displayName: 'With Number Info',
	name: 'withNumberInfo',
	type: 'boolean',
	default: false,
	description:
		"Whether to fetch the recipient's country (countryA2) and operator (operatorName) as well",
};

/** @throws Refusal for more campaigns than the service searches */
export function campaignIds(value: unknown): string[] {
	const given = [...new Set(ids(value))];
	if (given.length <= MOST_CAMPAIGNS) return given;
	throw new Refusal(
		`has ${given.length} campaigns, the service searches at most ${MOST_CAMPAIGNS}`,
		'Spread them over several items or nodes.',
	);
}

/**
 * criteria[to]: a number or a part of it, in digits. The service stores international digits, so a prefix that is
 * dialled at home is removed.
 *
 * @throws Refusal for what is not digits
 */
export function partOfNumber(value: unknown): string {
	const given = text({ max: 40 })(value);
	const written = phoneText(given);
	const digits = written.replace(/[\s()[\]+./-]/g, '').replace(/^00(?=[1-9]\d{7})/, '');
	if (!/^\d+$/.test(digits)) {
		throw new Refusal(
			`is not a number or a part of one: ${quote(given)}`,
			'Use digits, one number only.',
		);
	}
	// No country has the code 8: 8 (495) 123-45-67 is not of Vietnam.
	const isAtHome = /^8\D/.test(written);
	const number = meantBy(digits);
	if (number !== undefined && !(isAtHome && number === digits)) return number;
	return digits.replace(isAtHome ? /^80?/ : /^8?0(?=[1-9]\d{7})/, '');
}

/** The two filters for a time: from and to. */
const span = (displayName: string, name: string, which: string): INodeProperties[] => [
	startField(`${displayName} From`, `${name}From`, `Only messages ${which} at this time or later`),
	endField(`${displayName} To`, `${name}To`, `Only messages ${which} up to this time`),
];

export const filtersField = filtersCollection([
	...span('Campaign Created', 'campaignCreateTs', 'of campaigns created'),
	campaignIdsFilter,
	...span('Campaign Sent', 'campaignSentTs', 'of campaigns sent'),
	{
		displayName: 'Campaign Status',
		name: 'campaignStatus',
		type: 'options',
		allowArbitraryValues: true,
		options: campaignStatusOptions,
		default: 'DONE',
		description: 'Only messages of campaigns with this status. An expression may also give others.',
	},
	fromFilter,
	{
		displayName: 'Groups',
		name: 'groups',
		type: 'string',
		default: '',
		placeholder: 'e.g. 51, 52',
		description:
			'Only messages to members of these contact groups. Group IDs, separated by commas or as an array.',
	},
	...span('Sending Started', 'startSendTs', 'whose sending began'),
	{
		displayName: 'Status',
		name: 'status',
		type: 'options',
		allowArbitraryValues: true,
		options: statusOptions,
		default: 'DELIVRD',
		description: 'Only messages with this status. An expression may also give others.',
	},
	...span('Status Changed', 'statusUpdateTs', 'whose status changed'),
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		default: '',
		placeholder: 'e.g. Your order 1234 has left our shop',
		description: 'Only messages with exactly this text',
	},
	toFilter,
]);

/** All criteria of Message/List, by their own names. @throws Refusal */
export function readFilters(item: ItemParameters): Params {
	return {
		campaignIds: item.optional('filters.campaignIds', campaignIds),
		from: item.optional('filters.from', sender),
		to: item.optional('filters.to', partOfNumber),
		text: item.optional('filters.text', text()),
		status: item.optional('filters.status', trimmed),
		groups: item.optional('filters.groups', ids),
		campaignStatus: item.optional('filters.campaignStatus', trimmed),
		...readSpan(item, 'campaignCreateTs'),
		...readSpan(item, 'campaignSentTs'),
		...readSpan(item, 'startSendTs'),
		...readSpan(item, 'statusUpdateTs'),
	};
}

function readSpan(item: ItemParameters, name: string): Params {
	const from = item.optional(`filters.${name}From`, startTime);
	const to = item.optional(`filters.${name}To`, endAfter(from));
	return { [`${name}From`]: from, [`${name}To`]: to };
}
