import { createRunExecutionData } from 'n8n-workflow';

import type { Account } from '../../../nodes/shared/api/account.ts';
import type { NoAnswer } from '../../../nodes/shared/api/faults.ts';
import { post } from '../../../nodes/shared/api/transport.ts';
import type { harness } from '../lib/harness.mts';

/**
 * Makes one call of a node through n8n's own helper, without the patience of the layers above, which
 * would make some of the calls again.
 *
 * @returns how it ended without an answer. @throws Error when there was one
 */
export function caller(h: ReturnType<typeof harness>) {
	return async (baseUrl: string, timeoutMs = 20_000): Promise<NoAnswer> => {
		const { ExecuteContext } = await import('n8n-core');
		const credential = h.credential({ baseUrl });
		const workflow = h.engine.workflowOf(h.node('link', 'link.delete', {}, { credential }));
		const node = workflow.getNode('Node')!;
		const items = [{ json: {} }];
		const context = new ExecuteContext(
			workflow,
			node,
			h.engine.additionalData(workflow, credential),
			'manual',
			createRunExecutionData({}),
			0,
			items,
			{ main: [items] },
			{ node, data: { main: [items] }, source: null },
			[],
		);
		const account: Account = { baseUrl, zone: 'UTC', withoutKey: String };
		const call = { method: 'Link/Delete', form: 'ids[]=1', timeoutMs, signal: undefined };
		try {
			await post(context, account, call);
		} catch (fault) {
			return fault as NoAnswer;
		}
		throw new Error('the call was answered');
	};
}
