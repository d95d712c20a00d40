import type { IPollFunctions } from 'n8n-workflow';

import { campaignIds, partOfNumber } from '../Message/criteria';
import { sender } from '../Message/fields';
import type { Account } from '../shared/api/account';
import type { Params } from '../shared/api/service';
import { integer } from '../shared/input/parse';
import { scopeOf, triggerParameters } from '../shared/polling/parameters';
import { statusCodes, TRIGGER_ON, type Choice } from './choice';
import { triggerFields } from './fields';

/** The trigger's parameters, read and checked. */
export interface Settings {
	/** Filters by the service's names. */
	criteria: Params;
	/** Names account and filters: each scope has its own state. */
	scope: string;
	choice: Choice;
	/** In hours; 0: however old. */
	ignoreOlderThan: number;
	withNumberInfo: boolean;
	simplify: boolean;
}

const OLDEST_HOURS = 72;
const hours = integer({ min: 0, max: 100_000, unit: ' hours' });

/** @throws ParameterRefusal for a value that cannot be used, by the parameter's name */
export async function readSettings(context: IPollFunctions, account: Account): Promise<Settings> {
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
		scope: await scopeOf(context, account, criteria),
		choice: { triggerOn, statuses: [...new Set(statuses)] },
		ignoreOlderThan: item.optional('options.ignoreOlderThan', hours) ?? OLDEST_HOURS,
		withNumberInfo: item.flag('options.withNumberInfo'),
		simplify: item.flag('simplify'),
	};
}
