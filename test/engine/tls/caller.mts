import type { Account } from '../../../nodes/shared/api/account.ts';
import type { NoResponse } from '../../../nodes/shared/api/faults.ts';
import { post } from '../../../nodes/shared/api/transport.ts';
import { contextOf } from '../lib/context.mts';
import type { Harness } from '../lib/harness.mts';

/**
 * Makes one call of a node through n8n's own helper, without the patience of the layers above, which
 * would make some of the calls again.
 *
 * @returns how it ended without an answer. @throws Error when there was one
 */
export function caller(h: Harness) {
	return async (baseUrl: string, timeoutMs = 20_000): Promise<NoResponse> => {
		const context = await contextOf(h, h.credential({ baseUrl }));
		const account: Account = { id: '', baseUrl, zone: 'UTC', withoutKey: String };
		const call = { method: 'Link/Delete', form: 'ids[]=1', timeoutMs, signal: undefined };
		try {
			await post(context, account, call);
		} catch (fault) {
			return fault as NoResponse;
		}
		throw new Error('the call was answered');
	};
}
