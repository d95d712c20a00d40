import { createHash } from 'crypto';
import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { CREDENTIAL, type Account } from '../api/account';
import { ItemParameters } from '../input/itemParameters';

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

/** Names the account, and what else a state belongs to. */
export function scopeOf(context: IPollFunctions, account: Account, ...more: unknown[]): string {
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id;
	const names = JSON.stringify([account.baseUrl, credential, ...more]);
	return createHash('sha256').update(names).digest('hex').slice(0, 16);
}
