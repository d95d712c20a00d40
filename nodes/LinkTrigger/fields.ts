import type { INodeProperties } from 'n8n-workflow';

import { queryFilter, statusFilter } from '../Link/fields';
import { dayField } from '../shared/fields/time';

const filtersField: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Which links to watch. After an edit, only what is new from then on counts.',
	options: [
		dayField(
			'Created From',
			'createTsFrom',
			'Only links created on this day or later. Can be an expression that moves with the calendar, such as {{ $today.minus({ days: 30 }) }}',
		),
		queryFilter,
		statusFilter,
	],
};

export const triggerFields: INodeProperties[] = [
	{
		displayName:
			'Each poll reads the links that were clicked, 100 per call: 250 links take 3 calls. Clicks by robots, such as link previews and virus scanners, count too.',
		name: 'notice',
		type: 'notice',
		default: '',
	},
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: [
			{
				name: 'Blocked by Moderator',
				value: 'blocked',
				action: 'On link blocked by moderator',
				description: 'The moderator of the service has blocked the link, once for each link',
			},
			{
				name: 'First Click',
				value: 'firstClick',
				action: 'On first click of link',
				description: 'A link that had no click was clicked, once for each link',
			},
			{
				name: 'New Clicks',
				value: 'newClicks',
				action: 'On new clicks of link',
				description: 'The clicks of a link have grown since the poll before',
			},
			{
				name: 'Number of Clicks Reached',
				value: 'threshold',
				action: 'On number of clicks reached by link',
				description: 'The clicks of a link have reached a number, once for each link',
			},
		],
		default: 'newClicks',
	},
	{
		displayName: 'Number of Clicks',
		name: 'threshold',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 100,
		required: true,
		displayOptions: { show: { triggerOn: ['threshold'] } },
		description: 'How many clicks a link must have to start the workflow',
	},
	filtersField,
];
