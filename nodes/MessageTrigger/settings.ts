import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import {
	campaignIds,
	campaignIdsFilter,
	fromFilter,
	partOfNumber,
	toFilter,
	withNumberInfoOption,
} from '../Message/criteria';
import { sender, statusOptions } from '../Message/fields';
import { DELIVERED, FAILED, isFinal } from '../Message/row';
import type { Account } from '../shared/api/account';
import { filtersCollection, optionsCollection, simplifyField } from '../shared/fields/list';
import { integer, quote, Refusal, valuesOf } from '../shared/input/parse';
import { scopeOf, triggerParameters } from '../shared/polling/poll';

const TRIGGER_ON = ['any', 'final', 'delivered', 'failed', 'selected'] as const;

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
			'How old a change may be, in hours: older ones are left out when the workflow was off for long. Must be more than the time between two polls. 0 leaves out none; without this option it is 72, more with polls days apart.',
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
			'If the workflow itself sends an SMS, the result of that SMS starts the workflow again, and so on without end. To prevent this, filter by Campaign IDs or From, or add Max per Recipient per Day to the Send node.',
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

export interface Choice {
	triggerOn: TriggerOn;
	statuses: string[];
}

export type Settings = ReturnType<typeof readSettings>;

const OLDEST_HOURS = 72;

/** In hours, for polls that are farther apart than `OLDEST_HOURS`; else 0. */
function hoursBetweenPolls(context: IPollFunctions): number {
	const schedule = JSON.stringify(context.getNodeParameter('pollTimes', {}));
	const [cron] = (schedule.split('"cronExpression":"')[1] ?? '').split('"', 1);
	// The last three say on which days, in which months and on which days of the week.
	const [days, , weekdays] = cron.trim().split(/\s+/).slice(-3).map(isSome);
	if (days || schedule.includes('everyMonth')) return 31 * 24;
	return weekdays || schedule.includes('everyWeek') ? 7 * 24 : 0;
}

/** Whether a field of a cron expression leaves some out. */
const isSome = (field: string): boolean => /[^*?]/.test(field);

const hours = integer({ min: 0, max: 100_000, unit: ' hours' });

/** @throws Refusal for a value that cannot be used, by the parameter's name */
export function readSettings(context: IPollFunctions, account: Account) {
	const item = triggerParameters(context, account, triggerFields);
	const triggerOn = item.choice('triggerOn', TRIGGER_ON, 'final');
	const statuses = triggerOn === 'selected' ? item.required('statuses', statusCodes) : [];
	const criteria = {
		campaignIds: item.optional('filters.campaignIds', campaignIds)?.sort(),
		from: item.optional('filters.from', sender),
		to: item.optional('filters.to', partOfNumber),
	};
	return {
		criteria,
		/** Each scope has its own state. */
		scope: scopeOf(account, criteria),
		choice: { triggerOn, statuses: [...new Set(statuses)] },
		/** In hours; 0: however old. */
		ignoreOlderThan:
			item.optional('options.ignoreOlderThan', hours) ?? OLDEST_HOURS + hoursBetweenPolls(context),
		withNumberInfo: item.flag('options.withNumberInfo'),
		simplify: item.flag('simplify'),
	};
}

/** Status codes as an array or as text with commas. @throws Refusal when there is none */
function statusCodes(value: unknown): string[] {
	const codes = valuesOf(value);
	if (codes.length === 0) throw new Refusal('has no status', 'Choose at least one.');
	return codes.map((code) => {
		if (typeof code === 'string') return code.trim().toUpperCase();
		throw new Refusal(`is not a status: ${quote(code)}`, 'Use codes such as DELIVRD.');
	});
}

export function wantsStatus({ triggerOn, statuses }: Choice, status: string): boolean {
	const wanted: Record<TriggerOn, boolean> = {
		any: true,
		final: isFinal(status) === true,
		delivered: status === DELIVERED,
		failed: FAILED.has(status),
		selected: statuses.includes(status.toUpperCase()),
	};
	return wanted[triggerOn];
}

export function onlyStatus({ triggerOn, statuses }: Choice): string | undefined {
	if (triggerOn === 'delivered') return DELIVERED;
	return statuses.length === 1 ? statuses[0] : undefined;
}
