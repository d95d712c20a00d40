import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { queryFilter, status, statusFilter } from '../Link/fields';
import type { Account } from '../shared/api/account';
import { filtersCollection } from '../shared/fields/list';
import { integer, trimmed } from '../shared/input/parse';
import { dayField, serviceDate } from '../shared/input/time/zone';
import { scopeOf, triggerParameters } from '../shared/polling/poll';
import { eventRule, TRIGGER_ON } from './cursor';

export const triggerOnOptions = [
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
];

export const triggerFields: INodeProperties[] = [
	{
		displayName:
			'Each poll reads the links that were clicked, 100 per call: 250 links take 3 calls. Clicks by robots, such as link previews and virus scanners, count too.',
		name: 'notice',
		type: 'notice',
		default: '',
		displayOptions: { hide: { triggerOn: ['blocked'] } },
	},
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: triggerOnOptions,
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
	{
		...filtersCollection([
			dayField(
				'Created From',
				'createTsFrom',
				'Only links created on this day or later. Can be an expression that moves with the calendar, such as {{ $today.minus({ days: 30 }) }}',
			),
			queryFilter,
			statusFilter,
		]),
		description: 'Which links to watch. After an edit, only what is new from then on counts.',
	},
];

export type Settings = ReturnType<typeof readSettings>;

const clicks = integer({ min: 1, max: 1_000_000_000, unit: ' clicks' });

/** @returns also the scope, which has a state of its own: not by the first day, which may move with the calendar */
export function readSettings(context: IPollFunctions, account: Account) {
	const item = triggerParameters(context, account, triggerFields);
	const triggerOn = item.choice('triggerOn', TRIGGER_ON, 'newClicks');
	const threshold = triggerOn === 'threshold' ? item.required('threshold', clicks) : 0;
	const criteria = {
		status: item.optional('filters.status', status),
		query: item.optional('filters.query', trimmed),
	};
	const createTsFrom = item.optional('filters.createTsFrom', serviceDate);
	return {
		criteria: { ...criteria, createTsFrom },
		from: createTsFrom ?? '',
		scope: scopeOf(account, criteria, triggerOn, threshold),
		rule: eventRule(triggerOn, threshold),
	};
}
