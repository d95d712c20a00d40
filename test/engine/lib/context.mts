import { createRunExecutionData, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Harness } from './harness.mts';

/** A workflow with one node and its credential, as n8n's contexts take them. */
function placeOf(h: Harness, credential: ICredentialDataDecryptedObject = h.credential()) {
	const workflow = h.engine.workflowOf(h.node('link', 'link.get', {}, { credential }));
	const node = workflow.getNode('Node')!;
	return [workflow, node, h.engine.additionalData(workflow, credential)] as const;
}

/** What a node of a workflow with this credential gets from n8n: its own helpers, over one item. */
export async function contextOf(h: Harness, credential: ICredentialDataDecryptedObject) {
	const { ExecuteContext } = await import('n8n-core');
	const [workflow, node, additional] = placeOf(h, credential);
	const items = [{ json: {} }];
	const executing = { node, data: { main: [items] }, source: null };
	const data = createRunExecutionData();
	return new ExecuteContext(
		...[workflow, node, additional, 'manual' as const, data, 0],
		...[items, executing.data, executing, []],
	);
}

/** Asks for the list that the editor shows in the locator of links. */
export async function searchLinks(h: Harness, filter?: string, token?: string) {
	const { LoadOptionsContext } = await import('n8n-core');
	const { type } = h.engine.loader.getNode('link');
	const list = 'methods' in type ? type.methods?.listSearch?.searchLinks : undefined;
	if (!list) throw new Error('the node has no such list');
	return await list.call(new LoadOptionsContext(...placeOf(h), ''), filter, token);
}
