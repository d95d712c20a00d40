import { createRunExecutionData, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Harness } from './harness.mts';

/** What a node of a workflow with this credential gets from n8n: its own helpers, over one item. */
export async function contextOf(h: Harness, credential: ICredentialDataDecryptedObject) {
	const { ExecuteContext } = await import('n8n-core');
	const workflow = h.engine.workflowOf(h.node('link', 'link.delete', {}, { credential }));
	const node = workflow.getNode('Node')!;
	const items = [{ json: {} }];
	return new ExecuteContext(
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
}
