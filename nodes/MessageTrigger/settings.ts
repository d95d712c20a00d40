import type { IPollFunctions } from 'n8n-workflow';

import { campaignIds, partOfNumber } from '../Message/criteria';
import { sender } from '../Message/fields';
import type { Account } from '../shared/api/account';
import type { Params } from '../shared/api/service';
import { scopeOf, triggerParameters } from '../shared/polling/parameters';
import { statusCodes, TRIGGER_ON, type Choice } from './choice';
import { triggerFields } from './fields';

/** The trigger's parameters, read and checked. */
export interface Settings {
	/** Filters by the service's names. */
	criteria: Params;
	/** Names the account: each has its own state. */
	account: string;
	choice: Choice;
	withNumberInfo: boolean;
	simplify: boolean;
}

/** What a poll depends on besides its state. */
export interface Terms extends Pick<Settings, 'account' | 'choice'> {
	/** IANA name of the account's zone. */
	zone: string;
	/** How long a poll may take, in ms. */
	budget: number;
	/** The present time of the service in ms since the epoch; undefined while it is not known. */
	now(): number | undefined;
}

/** @throws ParameterRefusal for a value that cannot be used, by the parameter's name */
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
		account: scopeOf(context, account),
		choice: { triggerOn, statuses: statuses.sort(), ...criteria },
		withNumberInfo: item.flag('options.withNumberInfo'),
		simplify: item.flag('simplify'),
	};
}
