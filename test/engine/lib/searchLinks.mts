import type { INodeListSearchResult } from 'n8n-workflow';

import type { Harness } from './harness.mts';

/** Asks for the list that the editor shows in the locator of links. */
export async function searchLinks(
	h: Harness,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const { LoadOptionsContext } = await import('n8n-core');
	const { type } = h.engine.loader.getNode('link');
	const list = 'methods' in type ? type.methods?.listSearch?.searchLinks : undefined;
	if (!list) throw new Error('the node has no such list');
	const workflow = h.engine.workflowOf(h.node('link', 'link.get', {}, {}));
	const node = workflow.getNode('Node');
	if (!node) throw new Error('no node');
	const additionalData = h.engine.additionalData(workflow, h.credential());
	const context = new LoadOptionsContext(workflow, node, additionalData, '');
	return await list.call(context, filter, paginationToken);
}
