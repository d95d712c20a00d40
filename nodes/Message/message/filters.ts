import type { INodeProperties } from 'n8n-workflow';

import type { Params } from '../../shared/api/service';
import type { ItemParameters } from '../../shared/input/itemParameters';
import { endField, timeField } from '../../shared/fields/time';
import { ids, text } from '../../shared/input/parse';
import { serviceTime, type Zones } from '../../shared/input/time/zone';
import { campaignIds, campaignIdsFilter, fromFilter, partOfNumber, toFilter } from '../criteria';
import { campaignStatusOptions, sender, statusOptions } from '../fields';

/** From and to, for a time by which messages can be found. */
const span = (displayName: string, name: string, which: string): INodeProperties[] => [
	timeField(`${displayName} From`, `${name}From`, `Only messages ${which} at this time or later`),
	endField(`${displayName} To`, `${name}To`, `Only messages ${which} up to this time`),
];

export const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
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
			description: 'Only messages of campaigns with this status. Other values can be typed in.',
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
			description: 'Only messages with this status. Other values can be typed in.',
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
	],
};

const from = (value: unknown, zones: Zones) => serviceTime(value, zones);
const to = (value: unknown, zones: Zones) => serviceTime(value, zones, { endOfDay: true });

/** All criteria of Message/List, by their own names. @throws ParameterRefusal */
export function readFilters(item: ItemParameters): Params {
	return {
		campaignIds: item.optional('filters.campaignIds', campaignIds),
		from: item.optional('filters.from', sender),
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
