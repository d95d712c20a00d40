import type { INodeProperties } from 'n8n-workflow';

import { SERVICE_LIMITS } from '../shared/input/limits';
import { ids, quote, text } from '../shared/input/parse';
import { Refusal } from '../shared/input/refusal';
import { phoneText } from './sms/recipient';

// Criteria of Message/List that listing messages and the trigger have in common.

export const campaignIdsFilter: INodeProperties = {
	displayName: 'Campaign IDs',
	name: 'campaignIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 70000000001, 70000000003',
	description: `Only messages of these campaigns. Up to ${SERVICE_LIMITS.campaigns} campaign IDs, separated by commas or as an array.`,
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
	if (given.length <= SERVICE_LIMITS.campaigns) return given;
	throw new Refusal(
		`has ${given.length} campaigns, the service searches at most ${SERVICE_LIMITS.campaigns}`,
		'Spread them over several items or nodes.',
	);
}

/**
 * criteria[to]: a recipient's number or a part of it, in digits. The service stores international digits,
 * so a prefix (`00`, `0` of an area code, `8` of Kazakhstan and Russia) would never be found. It is removed
 * from numbers that are long enough to be complete.
 *
 * @throws Refusal for what is not digits
 */
export function partOfNumber(value: unknown): string {
	const given = text({ max: 40 })(value);
	const digits = phoneText(given).replace(/[\s()[\]+./-]/g, '');
	if (!/^\d+$/.test(digits)) {
		throw new Refusal(
			`is not a number or a part of one: ${quote(given)}`,
			'Use digits, one number only.',
		);
	}
	if (/^8[79]\d{9}$/.test(digits)) return `7${digits.slice(1)}`;
	return digits.replace(/^0{1,2}(?=[1-9]\d{7})/, '');
}
