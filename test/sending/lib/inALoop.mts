import { createRunExecutionData, type IDataObject, type INode } from 'n8n-workflow';

import type { Engine, NodeRun } from '../../engine/lib/engine.mts';

const NODE = 'Node';

/**
 * Executes the node several times within one execution, as a loop does, each time with its own items.
 * @param more what n8n knows of the node besides
 */
export async function inALoop(
	n8n: Engine,
	given: NodeRun,
	rounds: IDataObject[][],
	more: Partial<INode> = {},
) {
	const { WorkflowExecute } = await import('n8n-core');
	const workflow = n8n.workflowOf(given);
	const node = workflow.getNode(NODE);
	if (!node) throw new Error(`the workflow has no node ${NODE}`);
	Object.assign(node, more);
	const stack = rounds.map((items) => ({
		node,
		data: { main: [items.map((json, item) => ({ json, pairedItem: { item } }))] },
		source: null,
	}));
	const data = createRunExecutionData({
		startData: {},
		resultData: { runData: {} },
		executionData: {
			contextData: given.context ?? {},
			nodeExecutionStack: stack,
			metadata: {},
			waitingExecution: {},
			waitingExecutionSource: {},
		},
	});
	const additional = n8n.additionalData(workflow, given.credential);
	return await new WorkflowExecute(additional, 'manual', data).processRunExecutionData(workflow);
}
