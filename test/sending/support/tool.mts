import { createRequire } from 'node:module';
import { join } from 'node:path';

import { createRunExecutionData, NodeConnectionTypes, type IDataObject } from 'n8n-workflow';

import type { Engine, NodeRun } from '../../engine/lib/engine.mts';

const require = createRequire(join(process.cwd(), 'package.json'));

/**
 * The node as the tool of an AI agent, by n8n's own code: each call of the function is one tool call of
 * the agent, which gives recipient and text. @returns the response that the agent gets,
 * or the error in words
 *
 * @param inExecution false: as below an MCP Server Trigger, which calls tools before any execution exists
 */
export async function asTool(n8n: Engine, given: NodeRun, { inExecution = true } = {}) {
	const { SupplyDataContext } = await import('n8n-core');
	const {
		makeHandleToolInvocation,
	} = require('./node_modules/n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data.js');
	const parameters = {
		...given.parameters,
		recipient: "={{ $fromAI('to') }}",
		text: "={{ $fromAI('text') }}",
	};
	const workflow = n8n.workflowOf({ ...given, parameters });
	const node = workflow.getNode('Node');
	if (!node) throw new Error('the workflow has no node');
	const { type } = n8n.loader.getNode(given.type);
	const additional = n8n.additionalData(workflow, given.credential, given.executionId);
	if (!inExecution) additional.executionId = undefined;
	const data = createRunExecutionData({
		executionData: { contextData: given.context ?? {} },
	});
	const contextFor = (runIndex: number) =>
		new SupplyDataContext(
			workflow,
			node,
			additional,
			given.mode ?? 'trigger',
			data,
			runIndex,
			[],
			{},
			NodeConnectionTypes.AiTool,
			{ node, data: {}, source: null },
			[],
		);
	const handle = makeHandleToolInvocation(contextFor, node, type, data);
	return async (args: IDataObject): Promise<string> => {
		try {
			return String(await handle(args));
		} catch (error) {
			return String(error);
		}
	};
}
