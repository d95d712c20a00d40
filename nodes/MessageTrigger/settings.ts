import type { IPollFunctions } from 'n8n-workflow';

import { campaignIds, partOfNumber } from '../Message/criteria';
import { sender } from '../Message/fields';
import { DELIVERED, FAILED, isFinal } from '../Message/row';
import type { Account } from '../shared/api/account';
import { integer, quote, Refusal, valuesOf } from '../shared/input/parse';
import { scopeOf, triggerParameters } from '../shared/polling/poll';
import { TRIGGER_ON, triggerFields, type TriggerOn } from './fields';

export interface Choice {
	triggerOn: TriggerOn;
	statuses: string[];
}

export type Settings = ReturnType<typeof readSettings>;

const OLDEST_HOURS = 72;

/** In hours, for polls that are farther apart than `OLDEST_HOURS`; else 0. */
function hoursBetweenPolls(context: IPollFunctions): number {
	const schedule = JSON.stringify(context.getNodeParameter('pollTimes', {}));
	if (schedule.includes('everyMonth')) return 31 * 24;
	return schedule.includes('everyWeek') ? 7 * 24 : 0;
}

const hours = integer({ min: 0, max: 100_000, unit: ' hours' });

/** @throws ParameterRefusal for a value that cannot be used, by the parameter's name */
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
	return triggerOn === 'selected' && statuses.length === 1 ? statuses[0] : undefined;
}
