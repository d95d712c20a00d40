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
import { FAILED, isFinal } from '../Message/row';
import type { Account } from '../shared/api/account';
import type { Params } from '../shared/api/service';
import { filtersCollection, optionsCollection } from '../shared/fields/list';
import { simplifyField } from '../shared/fields/output';
import { integer, isEmpty, quote } from '../shared/input/parse';
import { Refusal } from '../shared/input/refusal';
import { scopeOf, triggerParameters } from '../shared/polling/poll';

const OLDEST_HOURS = 72;

const TRIGGER_ON = ['any', 'final', 'delivered', 'failed', 'selected'] as const;

type TriggerOn = (typeof TRIGGER_ON)[number];

/** What the node shows on the canvas, by Trigger On. */
export const captions: Record<TriggerOn, string> = {
	any: 'Any Status',
	delivered: 'Message Delivered',
	failed: 'Message Failed',
	final: 'Final Status',
	selected: 'Selected Statuses',
};

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'triggerOn',
		type: 'options',
		options: [
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
		],
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
	{
		...filtersCollection([campaignIdsFilter, fromFilter, toFilter]),
		description:
			'Which messages to watch. After an edit the trigger begins anew, and emits nothing old.',
	},
	simplifyField,
	optionsCollection([
		{
			displayName: 'Ignore Older Than',
			name: 'ignoreOlderThan',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: OLDEST_HOURS,
			description:
				'How old a change may be, in hours: older ones are left out when the workflow was off for long. 0 leaves out none.',
		},
		withNumberInfoOption,
	]),
];

export interface Choice {
	triggerOn: TriggerOn;
	statuses: string[];
}

export interface Settings {
	criteria: Params;
	/** Names account and filters: each scope has its own state. */
	scope: string;
	choice: Choice;
	/** In hours; 0: however old. */
	ignoreOlderThan: number;
	withNumberInfo: boolean;
	simplify: boolean;
}

const hours = integer({ min: 0, max: 100_000, unit: ' hours' });

export function readSettings(context: IPollFunctions, account: Account): Settings {
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
		scope: scopeOf(account, criteria),
		choice: { triggerOn, statuses: [...new Set(statuses)] },
		ignoreOlderThan: item.optional('options.ignoreOlderThan', hours) ?? OLDEST_HOURS,
		withNumberInfo: item.flag('options.withNumberInfo'),
		simplify: item.flag('simplify'),
	};
}

/** Status codes as an array or as text with commas. @throws Refusal when there is none */
function statusCodes(value: unknown): string[] {
	const parts: unknown[] = Array.isArray(value) ? value : String(value).split(/[\s,;]+/);
	const codes = parts.filter((part) => !isEmpty(part));
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
		delivered: status === 'DELIVRD',
		failed: FAILED.has(status),
		selected: statuses.includes(status.toUpperCase()),
	};
	return wanted[triggerOn];
}
