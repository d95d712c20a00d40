import { createHash } from 'crypto';
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { apiKeyOf, CREDENTIAL, type Account } from '../api/account';
import { ItemParameters } from '../input/itemParameters';

/**
 * In ms. n8n may give a poll five minutes, or say nothing; but a workflow's first poll after each start is part of
 * publishing it, which n8n gives up after 84 s, and then the workflow is off after the next start.
 */
const MOST_MS = 40_000;

/** How long a poll may take, in ms. */
export const budgetOf = (context: IPollFunctions): number =>
	Math.min(MOST_MS, 'getPollBudgetMs' in context ? context.getPollBudgetMs() : MOST_MS);

/** The parameters of a trigger, which has no items: they are read once. */
export function triggerParameters(
	context: IPollFunctions,
	account: Account,
	fields: INodeProperties[],
): ItemParameters {
	const source = {
		getNodeParameter: (
			name: string,
			_item: number,
			fallback: unknown,
			options?: { rawExpressions?: boolean },
		): unknown => context.getNodeParameter(name, fallback, options),
	};
	const zones = { account: account.zone, workflow: context.getTimezone() };
	return new ItemParameters(source, 0, fields, zones);
}

/** Names the account, which is its server and its key, and what else a state belongs to. */
export async function scopeOf(
	context: IPollFunctions,
	account: Account,
	...more: unknown[]
): Promise<string> {
	const key = apiKeyOf(await context.getCredentials(CREDENTIAL));
	const names = JSON.stringify([account.baseUrl, key, ...more]);
	return createHash('sha256').update(names).digest('hex').slice(0, 16);
}
