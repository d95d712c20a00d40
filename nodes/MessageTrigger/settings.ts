import { createHash } from 'crypto';
import type { IPollFunctions } from 'n8n-workflow';

import { campaignIds, partOfNumber } from '../Message/criteria';
import { sender } from '../Message/fields';
import { CREDENTIAL, type Account } from '../shared/api/account';
import type { Params } from '../shared/api/service';
import { ItemParameters } from '../shared/input/itemParameters';
import { integer } from '../shared/input/parse';
import { triggerFields } from './fields';
import { isWanted, statusCodes, TRIGGER_ON } from './wanted';

/** The trigger's parameters, read and checked. */
export interface Settings {
	/** Filters by the service's names. */
	criteria: Params;
	/** Names account and filters: a state belongs to one scope. */
	scope: string;
	overlap: number;
	withNumberInfo: boolean;
	simplify: boolean;
	wants(status: string): boolean;
}

const seconds = integer({ min: 0, max: 3600, unit: ' s' });

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
	const selected = triggerOn === 'selected' ? item.required('statuses', statusCodes) : [];
	const criteria = {
		campaignIds: item.optional('filters.campaignIds', campaignIds)?.sort(),
		from: item.optional('filters.from', sender),
		to: item.optional('filters.to', partOfNumber),
	};
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	return {
		criteria,
		scope: digest([account.baseUrl, credential, criteria]),
		overlap: item.optional('options.overlap', seconds) ?? 5,
		withNumberInfo: item.flag('options.withNumberInfo'),
		simplify: item.flag('simplify'),
		wants: (status) => isWanted(triggerOn, selected, status),
	};
}

const digest = (value: unknown): string =>
	createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
