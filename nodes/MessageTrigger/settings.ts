import { createHash } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

import { campaignIds, partOfNumber } from '../Message/criteria';
import { sender } from '../Message/fields';
import { CREDENTIAL, type Account } from '../shared/api/account';
import type { Params } from '../shared/api/service';
import { ItemParameters } from '../shared/input/itemParameters';
import { statusCodes, TRIGGER_ON, type Choice } from './choice';
import { triggerFields } from './fields';

/** The trigger's parameters, read and checked. */
export interface Settings {
	/** Filters by the service's names. */
	criteria: Params;
	/** Names the account: a state belongs to one. */
	account: string;
	choice: Choice;
	withNumberInfo: boolean;
	simplify: boolean;
}

/** How the service and n8n are to be read; the same for all polls of a workflow. */
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
	// A trigger has no items: its parameters are read once.
	const source = {
		getNodeParameter: (name: string, _item: number, fallback: unknown): unknown =>
			context.getNodeParameter(name, fallback),
	};
	const zones = { account: account.zone, workflow: context.getTimezone() };
	const item = new ItemParameters(source, 0, triggerFields, zones);
	const triggerOn = item.choice('triggerOn', TRIGGER_ON, 'final');
	const statuses = triggerOn === 'selected' ? item.required('statuses', statusCodes) : [];
	const criteria = {
		campaignIds: item.optional('filters.campaignIds', campaignIds)?.sort(),
		from: item.optional('filters.from', sender),
		to: item.optional('filters.to', partOfNumber),
	};
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	return {
		criteria,
		account: digest([account.baseUrl, credential]),
		choice: { triggerOn, statuses: statuses.sort(), ...criteria },
		withNumberInfo: item.flag('options.withNumberInfo'),
		simplify: item.flag('simplify'),
	};
}

const digest = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
