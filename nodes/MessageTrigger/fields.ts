import type { INodeProperties } from 'n8n-workflow';

import { campaignIdsFilter, fromFilter, toFilter, withNumberInfoOption } from '../Message/criteria';
import { statusOptions } from '../Message/fields';
import { simplifyField } from '../shared/fields/simplify';

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description:
		'Which messages to watch. After a change of the filters the trigger tells what changes from then on.',
	options: [campaignIdsFilter, fromFilter, toFilter],
};

const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Overlap',
			name: 'overlap',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 3600 },
			default: 5,
			description:
				'How many seconds before the newest known change each poll reads again, from 0 to 3600, for changes that the service shows late. Nothing is told twice for it.',
		},
		withNumberInfoOption,
	],
};

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: [
			{ name: 'Any Status', value: 'any', description: 'Every change of status that a poll sees' },
			{ name: 'Delivered', value: 'delivered', description: 'The message has arrived' },
			{
				name: 'Failed',
				value: 'failed',
				description: 'Undelivered, rejected, expired or deleted: the message will not arrive',
			},
			{ name: 'Final Status', value: 'final', description: 'Delivered or failed' },
			{
				name: 'Selected Statuses',
				value: 'selected',
				description: "Only the statuses in 'Statuses'",
			},
		],
		default: 'final',
	},
	{
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		allowArbitraryValues: true,
		options: statusOptions,
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
