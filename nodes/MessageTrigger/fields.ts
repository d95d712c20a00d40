import type { INodeProperties } from 'n8n-workflow';

import { statusOptions } from '../Message/fields';
import { simplifyField } from '../shared/fields/simplify';

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Changing them starts anew, with the changes from then on',
	options: [
		{
			displayName: 'Campaign IDs',
			name: 'campaignIds',
			type: 'string',
			default: '',
			description: 'Up to 100 IDs, separated by commas or as an array',
		},
		{
			displayName: 'From',
			name: 'from',
			type: 'string',
			default: '',
			description: 'Sender ID used in the campaign',
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
				'How many seconds before the newest change the next poll reads again, for changes that the service shows late. Nothing is told twice for it.',
		},
		{
			displayName: 'With Number Info',
			name: 'withNumberInfo',
			type: 'boolean',
			default: false,
			description: "Whether to fetch the recipient's country and operator",
		},
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
			{ name: 'Selected Statuses', value: 'selected' },
		],
		default: 'final',
		description: 'Which changes start the workflow',
	},
	{
		displayName: 'Statuses',
		name: 'statuses',
		type: 'multiOptions',
		typeOptions: { allowArbitraryValues: true },
		options: statusOptions,
		default: [],
		required: true,
		displayOptions: { show: { triggerOn: ['selected'] } },
		description: 'Statuses that start the workflow',
	},
	filtersField,
	simplifyField,
	optionsField,
];
