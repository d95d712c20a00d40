import type { INodeProperties } from 'n8n-workflow';

import type { Params } from '../../shared/api/service';
import type { ItemParameters } from '../../shared/operation/itemParameters';
import { ids, quote, text } from '../../shared/operation/parse';
import { Refusal } from '../../shared/operation/refusal';
import { serviceTime, type Zones } from '../../shared/time/zone';
import { statusOptions } from '../fields';

/** The service searches the first 100 campaigns and ignores the others without a word. */
export const MAX_CAMPAIGNS = 100;

const time = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description,
});

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		time(
			'Campaign Created From',
			'campaignCreateTsFrom',
			'Campaigns created at this time or later',
		),
		time('Campaign Created To', 'campaignCreateTsTo', 'Campaigns created up to this time'),
		{
			displayName: 'Campaign IDs',
			name: 'campaignIds',
			type: 'string',
			default: '',
			description: 'Up to 100 IDs, separated by commas or as an array',
		},
		time('Campaign Sent From', 'campaignSentTsFrom', 'Campaigns sent at this time or later'),
		time('Campaign Sent To', 'campaignSentTsTo', 'Campaigns sent up to this time'),
		{
			displayName: 'Campaign Status',
			name: 'campaignStatus',
			type: 'string',
			default: '',
			placeholder: 'e.g. DONE',
			description:
				'NEW, MODERATION, DECLINED, READY_FOR_SEND, AUTO_READY_FOR_SEND, RUNNING, SENT, DONE, NOT_YET_SENT or DEFERRED',
		},
		{
			displayName: 'From',
			name: 'from',
			type: 'string',
			default: '',
			description: 'Sender ID used in the campaign',
		},
		{
			displayName: 'Groups',
			name: 'groups',
			type: 'string',
			default: '',
			description: 'IDs of contact groups, separated by commas or as an array',
		},
		time(
			'Sending Started From',
			'startSendTsFrom',
			'Messages whose sending began at this time or later',
		),
		time('Sending Started To', 'startSendTsTo', 'Messages whose sending began up to this time'),
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			typeOptions: { allowArbitraryValues: true },
			options: statusOptions,
			default: 'DELIVRD',
			description: 'Status of the message; other values can be typed in',
		},
		time(
			'Status Changed From',
			'statusUpdateTsFrom',
			'Messages whose status changed at this time or later',
		),
		time('Status Changed To', 'statusUpdateTsTo', 'Messages whose status changed up to this time'),
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			default: '',
			description: 'Whole text of the message',
		},
		{
			displayName: 'To',
			name: 'to',
			type: 'string',
			default: '',
			description: 'Number of the recipient, whole or a part of it',
		},
	],
};

const from = (value: unknown, zones: Zones) => serviceTime(value, zones);
const to = (value: unknown, zones: Zones) => serviceTime(value, zones, { endOfDay: true });

/** All criteria of Message/List, by their own names. @throws ParameterRefusal */
export function readFilters(item: ItemParameters): Params {
	return {
		campaignIds: item.optional('filters.campaignIds', campaignIds),
		from: item.optional('filters.from', text()),
		to: item.optional('filters.to', partOfNumber),
		text: item.optional('filters.text', text()),
		status: item.optional('filters.status', text()),
		groups: item.optional('filters.groups', ids),
		campaignStatus: item.optional('filters.campaignStatus', text()),
		campaignCreateTsFrom: item.optional('filters.campaignCreateTsFrom', from),
		campaignCreateTsTo: item.optional('filters.campaignCreateTsTo', to),
		campaignSentTsFrom: item.optional('filters.campaignSentTsFrom', from),
		campaignSentTsTo: item.optional('filters.campaignSentTsTo', to),
		startSendTsFrom: item.optional('filters.startSendTsFrom', from),
		startSendTsTo: item.optional('filters.startSendTsTo', to),
		statusUpdateTsFrom: item.optional('filters.statusUpdateTsFrom', from),
		statusUpdateTsTo: item.optional('filters.statusUpdateTsTo', to),
	};
}

/** @throws Refusal for more campaigns than the service searches */
export function campaignIds(value: unknown): string[] {
	const given = [...new Set(ids(value))];
	if (given.length <= MAX_CAMPAIGNS) return given;
	throw new Refusal(
		`holds ${given.length} campaigns, the service searches at most ${MAX_CAMPAIGNS}`,
		'Spread them over several items.',
	);
}

/** criteria[to] matches parts of a number, in digits. */
export function partOfNumber(value: unknown): string {
	const given = text({ max: 40 })(value);
	const digits = given.replace(/[\s()+.-]/g, '');
	if (/^\d+$/.test(digits)) return digits;
	throw new Refusal(
		`is not a number or a part of one: ${quote(given)}`,
		'Use digits, one number only.',
	);
}
