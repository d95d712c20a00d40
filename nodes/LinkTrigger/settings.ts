import type { IPollFunctions } from 'n8n-workflow';

import type { Account } from '../shared/api/account';
import type { Params } from '../shared/api/service';
import { integer, text, zeroOrOne } from '../shared/input/parse';
import { serviceDate } from '../shared/input/time/zone';
import { scopeOf, triggerParameters } from '../shared/polling/parameters';
import { eventRule, TRIGGER_ON, type EventRule } from './event';
import { triggerFields } from './fields';

/** The trigger's parameters, read and checked. */
export interface Settings {
	/** Filters by the service's names. */
	criteria: Params;
	/** Names account, filters except the first day, and choice of events: each scope has its own state. */
	scope: string;
	/** The first day of Created From, YYYY-MM-DD, or empty. */
	from: string;
	rule: EventRule;
}

const clicks = integer({ min: 1, max: 1_000_000_000, unit: ' clicks' });

/** @throws ParameterRefusal for a value that cannot be used, by the parameter's name */
export async function readSettings(context: IPollFunctions, account: Account): Promise<Settings> {
	const item = triggerParameters(context, account, triggerFields);
	const triggerOn = item.choice('triggerOn', TRIGGER_ON, 'newClicks');
	const threshold = triggerOn === 'threshold' ? item.required('threshold', clicks) : 0;
	const criteria = {
		status: item.optional('filters.status', zeroOrOne),
		query: item.optional('filters.query', text()),
	};
	const createTsFrom = item.optional('filters.createTsFrom', serviceDate);
	return {
		criteria: { ...criteria, createTsFrom },
		from: createTsFrom ?? '',
		scope: await scopeOf(context, account, criteria, triggerOn, threshold),
		rule: eventRule(triggerOn, threshold),
	};
}
