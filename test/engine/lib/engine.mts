import { loadPackage } from './package.mts';
import {
	Workflow,
	createRunExecutionData,
	type IConnection,
	type ICredentialDataDecryptedObject,
	type IExecuteData,
	type IDataObject,
	type IExecuteContextData,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type IRun,
	type ITaskData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';

import { Credentials } from './credentials.mts';
import { nodeTypes } from './nodeTypes.mts';

export interface NodeRun {
	/** Name of the node in the package: `link`, `message`. */
	type: string;
	parameters: INodeParameters;
	/** Ids of workflow and node, under which n8n keeps send once keys. */
	workflowId?: string;
	nodeId?: string;
	/** Input items; one empty item by default. */
	items?: IDataObject[];
	onError?: INode['onError'];
	retryOnFail?: { maxTries: number };
	credential: ICredentialDataDecryptedObject;
	credentialId?: string;
	/** The node has none. */
	hasNoCredential?: boolean;
	/** What a newer agent writes into the node that is its tool. */
	rewireOutputLogTo?: INode['rewireOutputLogTo'];
	/** A new one by default, as every execution has; the same one for a job that is started again. */
	executionId?: string;
	/** How it was started; by hand, as in the editor, by default. */
	mode?: WorkflowExecuteMode;
	/** When the first execution began, for one that retries it; in ms since the epoch. */
	began?: number;
	/** Its process of n8n has its own instance of the node. */
	process?: INodeType;
	/** What an earlier execution left in the nodes' context, for an execution that is retried. */
	context?: IExecuteContextData;
	/** How often the node has run in it, or the agent that calls it. */
	earlierRuns?: number;
	timezone?: string;
	executionOrder?: 'v0';
}

export interface NodeResult {
	run: IRun;
	/** Items of the node's main output. */
	main: INodeExecutionData[];
	/** Items of the node's error output, with `onError: 'continueErrorOutput'`. */
	errors: INodeExecutionData[];
	/** What stands above the output in the editor. */
	hints: string[];
	error: IRun['data']['resultData']['error'];
}

let executions = 0;

/** Executes one node of the built package in a workflow, with n8n's own engine. */
export async function engine() {
	const { WorkflowExecute, ExecutionLifecycleHooks } = await import('n8n-core');
	const loader = await loadPackage();

	function additionalData(
		workflow: Workflow,
		credential: ICredentialDataDecryptedObject,
		executionId = String(++executions),
	) {
		const data: Partial<IWorkflowExecuteAdditionalData> = {
			credentialsHelper: new Credentials(loader, credential),
			hooks: new ExecutionLifecycleHooks('manual', '1', {
				...{ id: workflow.id, name: 'test', nodes: [], connections: {} },
				...{ active: false, activeVersionId: null, isArchived: false },
				...{ createdAt: new Date(), updatedAt: new Date() },
			}),
			...{ executionId, currentNodeExecutionIndex: 0, variables: {} },
			instanceBaseUrl: 'http://127.0.0.1/',
			webhookWaitingBaseUrl: 'http://127.0.0.1/webhook-waiting',
			formWaitingBaseUrl: 'http://127.0.0.1/form-waiting',
		};
		return data as IWorkflowExecuteAdditionalData;
	}

	/** The workflow Start -> Node -> (main and error) ends. */
	function workflowOf(given: NodeRun): Workflow {
		const { executionOrder = 'v1', timezone = 'Asia/Almaty' } = given;
		const node: INode = {
			id: given.nodeId ?? '2',
			name: 'Node',
			type: `${loader.packageName}.${given.type}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: given.parameters,
			credentials: given.hasNoCredential
				? {}
				: { mobizonSmsApi: { id: given.credentialId ?? '1', name: 'test' } },
			onError: given.onError,
			rewireOutputLogTo: given.rewireOutputLogTo,
			...(given.retryOnFail && { ...given.retryOnFail, retryOnFail: true, waitBetweenTries: 1 }),
		};
		const pass = (name: string, id: string): INode => {
			return { id, name, type: 'passOn', typeVersion: 1, position: [0, 0], parameters: {} };
		};
		const to = (name: string): IConnection[] => [{ node: name, type: 'main', index: 0 }];
		return new Workflow({
			...{ id: given.workflowId ?? 'test', name: 'Orders' },
			nodes: [pass('Start', '1'), node, pass('Main', '3'), pass('Errors', '4')],
			connections: { Start: { main: [to('Node')] }, Node: { main: [to('Main'), to('Errors')] } },
			active: false,
			nodeTypes: nodeTypes(loader, given.process),
			settings: { executionOrder, timezone },
		});
	}

	/**
	 * Starts the run; `cancel()` of the returned promise is n8n's own cancellation.
	 * @param rounds the items of each of its runs, as in a loop, or of the calls that a newer agent makes at once;
	 * else it runs once
	 */
	function start(given: NodeRun, rounds?: IDataObject[][]) {
		const workflow = workflowOf(given);
		const paired = (items: IDataObject[]) =>
			items.map((json, item) => ({ json, pairedItem: { item } }));
		const items = paired(given.items ?? [{}]);
		const entry = (name: string, main: INodeExecutionData[], runIndex?: number): IExecuteData => {
			const from = { previousNode: 'Start', previousNodeRun: given.earlierRuns };
			const source = runIndex === undefined ? null : { main: [from] };
			return { node: workflow.getNode(name)!, data: { main: [main] }, source, runIndex };
		};
		// n8n has a place for each call of an agent before it makes the first.
		const isCalled = rounds !== undefined && given.rewireOutputLogTo !== undefined;
		const earlier = Array.from({ length: given.earlierRuns ?? 0 }, () => task({ data: NOTHING }));
		const calls = rounds?.map((round) => task({ inputOverride: { ai_tool: [paired(round)] } }));
		const runs = isCalled ? calls : earlier;
		const execute = new WorkflowExecute(
			additionalData(workflow, given.credential, given.executionId),
			given.mode ?? 'manual',
			createRunExecutionData({
				resultData: { runData: { Node: runs ?? [] }, pinData: { Start: items } },
				executionData: {
					contextData: given.context,
					nodeExecutionStack: rounds?.map((round, n) =>
						entry('Node', paired(round), isCalled ? n : undefined),
					) ?? [entry('Start', items)],
					...(given.began !== undefined && {
						runtimeData: { version: 1, establishedAt: given.began, source: 'manual' },
					}),
				},
			}),
		);
		return execute.processRunExecutionData(workflow);
	}

	const run = async (given: NodeRun) => resultOf(await start(given));

	return { loader, workflowOf, additionalData, start, run };
}

const NOTHING = { main: [[]] };

const task = (more: Partial<ITaskData>): ITaskData => ({
	...{ startTime: 0, executionTime: 0, executionIndex: 0, source: [] },
	...more,
});

/** Takes the node's outputs out of a finished run. */
export function resultOf(run: IRun): NodeResult {
	const { runData, error } = run.data.resultData;
	const output = runData.Node?.at(-1)?.data?.main;
	const hints = (runData.Node ?? []).flatMap(({ hints: given }) => given ?? []);
	return {
		run,
		main: output?.[0] ?? [],
		errors: output?.[1] ?? [],
		hints: hints.map(({ message }) => message),
		error,
	};
}

export type Engine = Awaited<ReturnType<typeof engine>>;
