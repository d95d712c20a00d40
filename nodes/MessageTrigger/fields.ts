import type { INodeProperties } from 'n8n-workflow';

import { campaignIdsFilter, fromFilter, toFilter, withNumberInfoOption } from '../Message/criteria';
import { statusOptions } from '../Message/fields';
import { filtersCollection, optionsCollection, simplifyField } from '../shared/fields/list';

export const TRIGGER_ON = ['any', 'final', 'delivered', 'failed', 'selected'] as const;

export type TriggerOn = (typeof TRIGGER_ON)[number];

const filtersField: INodeProperties = {
	...filtersCollection([campaignIdsFilter, fromFilter, toFilter]),
	description:
		'Which messages to watch. After an edit the trigger begins anew, and emits nothing old.',
};

const optionsField = optionsCollection([
	{
		displayName: 'Ignore Older Than',
		name: 'ignoreOlderThan',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 72,
		description:
			'How old a change may be, in hours: older ones are left out when the workflow was off for long. Must be more than the time between two polls. 0 leaves out none.',
	},
	withNumberInfoOption,
]);

export const triggerOnOptions = [
	{
		name: 'Any Status',
		value: 'any',
		action: 'Message status changed',
		description: 'Every change of status that a poll sees',
	},
	{
		name: 'Delivered',
		value: 'delivered',
		action: 'Message delivered',
		description: 'The message has arrived',
	},
	{
		name: 'Failed',
		value: 'failed',
		action: 'Message failed',
		description: 'Undelivered, rejected, expired or deleted: the message will not arrive',
	},
	{
		name: 'Final Status',
		value: 'final',
		action: 'Message delivered or failed',
		description: 'Delivered or failed',
	},
	{
		name: 'Selected Statuses',
		value: 'selected',
		action: 'Message got selected status',
		description: "Only the statuses in 'Statuses'",
	},
];

export const triggerFields: INodeProperties[] = [
	{
		displayName:
			'If the workflow itself sends an SMS, what becomes of that SMS starts it again, without end. Filter by Campaign IDs or From, or add Max per Recipient per Day to Send.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: triggerOnOptions,
		default: 'final',
	},
	{
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		allowArbitraryValues: true,
		// A message is NEW until its sending begins, and has no statusUpdateTs before.
		options: statusOptions.filter(({ value }) => value !== 'NEW'),
		default: [],
		required: true,
		displayOptions: { show: { triggerOn: ['selected'] } },
		description:
			'Statuses that start the workflow. An expression may also give others, as the service spells them.',
	},
	filtersField,
	simplifyField,
	optionsField,
];
