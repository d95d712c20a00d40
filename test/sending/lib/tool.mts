import '../../engine/lib/package.mts';
import { randomUUID } from 'node:crypto';
import { ExecuteContext, SupplyDataContext } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createEmptyRunExecutionData,
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type IDataObject,
	type IExecuteContextData,
	type IExecutionContext,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import type { Engine, NodeRun } from '../../engine/lib/engine.mts';

interface Given {
	workflow: Workflow;
	type: INodeType;
	additional: IWorkflowExecuteAdditionalData;
	mode?: WorkflowExecuteMode;
	/** What n8n keeps of the execution's beginning. */
	runtimeData?: IExecutionContext;
	contextData?: IExecuteContextData;
}

/**
 * The node `Node` of a workflow as the tool of an AI agent, by n8n's own code: each call of the function is one
 * tool call of the agent. @returns the response that the agent gets. @throws what its node throws
 */
export function toolIn({ workflow, type, additional, mode = 'trigger', ...kept }: Given) {
	const node = workflow.getNode('Node');
	if (!node) throw new Error('the workflow has no node');
	const data = createRunExecutionData({ executionData: { contextData: {}, ...kept } });
	const executing = { node, data: {}, source: null };
	const contextFor = (run: number) => {
		const given = [workflow, node, additional, mode, data, run] as const;
		return new SupplyDataContext(...given, [], {}, NodeConnectionTypes.AiTool, executing, []);
	};
	const handle = makeHandleToolInvocation(contextFor, node, type, data);
	return async (args: IDataObject): Promise<string> => String(await handle(args));
}

/**
 * The same for n8n's Agents, by what their `EphemeralNodeExecutor` (2.41.1) does: each call is one of a new node, in
 * no workflow and no execution.
 */
function callDirectly({ workflow, type, additional }: Given) {
	const { nodeTypes } = workflow;
	return async (args: IDataObject): Promise<string> => {
		const { Node: given } = workflow.nodes;
		const node = { ...given, id: randomUUID(), type: `${given.type}Tool` };
		const own = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		const [items, data] = [[{ json: args }], createEmptyRunExecutionData()];
		const executing = { node, data: { main: [items] }, source: null };
		const from = [own, node, { ...additional, executionId: undefined }, 'internal', data] as const;
		const context = new ExecuteContext(...from, 0, items, executing.data, executing, []);
		const output = await type.execute?.call(context);
		return JSON.stringify(Array.isArray(output) ? output[0].map(({ json }) => json) : output);
	};
}

/**
 * The same for a send node whose agent gives recipient and text. @returns the response, or the error in words
 *
 * @param by `mcp`: below an MCP Server Trigger, which calls tools before any execution exists, each in a new context
 */
export function asTool(n8n: Engine, given: NodeRun, by: 'agent' | 'mcp' | 'agents' = 'agent') {
	const fromAi = { recipient: "={{ $fromAI('to') }}", text: "={{ $fromAI('text') }}" };
	const workflow = n8n.workflowOf({ ...given, parameters: { ...given.parameters, ...fromAi } });
	const additional = n8n.additionalData(workflow, given.credential, given.executionId);
	if (by === 'mcp') additional.executionId = undefined;
	const type = given.process ?? n8n.loader.getNode(given.type).type;
	const { mode, began, context: contextData } = given;
	const runtimeData =
		began === undefined
			? undefined
			: { version: 1 as const, establishedAt: began, source: mode ?? 'trigger' };
	const kept = { runtimeData, contextData };
	const whole = { workflow, type: type as INodeType, additional, mode, ...kept };
	const call = toolIn(whole);
	const calls = {
		agent: call,
		mcp: async (args: IDataObject) => await toolIn(whole)(args),
		agents: callDirectly(whole),
	};
	return async (args: IDataObject) => await calls[by](args).catch(String);
}
