import type { INodeProperties } from 'n8n-workflow';

import { recipientField, textField } from '../fields';

export const sendFields: INodeProperties[] = [
	recipientField,
	textField,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: [
			{
				displayName: 'Campaign Name',
				name: 'campaignName',
				type: 'string',
				default: '',
				description: 'Name of the campaign that the service makes for the message, at most 255 characters',
			},
			{
				displayName: 'Deferred To',
				name: 'deferredToTs',
				type: 'dateTime',
				default: '',
				description: 'Send later: at least 1 hour and at most 14 days from now',
			},
			{
				displayName: 'From',
				name: 'from',
				type: 'string',
				default: '',
				description:
					'Sender ID, registered in your account. Empty means the default sender of the account.',
			},
			{
				displayName: 'Shorten Links',
				name: 'shortenLinks',
				type: 'boolean',
				default: false,
				description: 'Whether the service replaces the links in the text by short ones that count clicks',
			},
			{
				displayName: 'Validity (Minutes)',
				name: 'validity',
				type: 'number',
				typeOptions: { minValue: 60, maxValue: 1440 },
				default: 1440,
				description: 'How long delivery is tried, from 60 to 1440 minutes',
			},
		],
	},
];
