import '../../engine/lib/package.mts';
import { SupplyDataContext } from 'n8n-core';
import { makeHandleToolInvocation } from 'n8n-core/dist/execution-engine/node-execution-context/utils/get-input-connection-data';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	type IDataObject,
	type IExecuteContextData,
	type IExecutionContext,
	type INodeType,
	type IWorkflowExecuteAdditionalData,
	type Workflow,
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
 * The same for a send node whose agent gives recipient and text. @returns the response, or the error in words
 *
 * @param inExecution false: as below an MCP Server Trigger, which calls tools before any execution exists
 */
export function asTool(n8n: Engine, given: NodeRun, { inExecution = true } = {}) {
	const fromAi = { recipient: "={{ $fromAI('to') }}", text: "={{ $fromAI('text') }}" };
	const workflow = n8n.workflowOf({ ...given, parameters: { ...given.parameters, ...fromAi } });
	const additional = n8n.additionalData(workflow, given.credential, given.executionId);
	if (!inExecution) additional.executionId = undefined;
	const type = given.process ?? n8n.loader.getNode(given.type).type;
	const { mode, began, context: contextData } = given;
	const runtimeData =
		began === undefined
			? undefined
			: { version: 1 as const, establishedAt: began, source: mode ?? 'trigger' };
	const kept = { runtimeData, contextData };
	const call = toolIn({ workflow, type: type as INodeType, additional, mode, ...kept });
	return async (args: IDataObject) => await call(args).catch(String);
}
