import assert from 'node:assert/strict';
import { parse } from 'flatted';
import { until } from './progress.mts';
import type { Session } from './session.mts';
import type { SavedWorkflow } from './workflows.mts';

interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

/** One list of items for each output of a node; none where it serves another node, as tools do. */
interface Outputs {
	main?: Array<Item[] | null>;
}

interface RunData {
	resultData?: {
		runData?: Record<string, Array<{ data?: Outputs }>>;
		error?: { message: string; description?: string; node?: { name: string } };
	};
	/** What an execution that was cut off had still to do; its input is the trigger's output. */
	executionData?: { nodeExecutionStack: Array<{ data: Outputs }> };
}

export interface ExecutionRow {
	id: string;
	status: string;
	mode: string;
	retryOf?: string | null;
}

export interface Execution extends ExecutionRow {
	/** What stopped the workflow, if anything did. */
	error?: NonNullable<RunData['resultData']>['error'];
	/** The items that a node gave out on one of its outputs, over all its runs. */
	items(node: string, output?: number): Array<Record<string, unknown>>;
}

const ENDED = new Set(['success', 'error', 'crashed', 'canceled']);

export const hasEnded = ({ status }: { status: string }): boolean => ENDED.has(status);

/** What the data of an execution says, which n8n keeps as text. */
export function readData(text: string) {
	const { resultData, executionData }: RunData = parse(text);
	const runs = resultData?.runData ?? {};
	return {
		error: resultData?.error,
		/** What a node gave out on one of its outputs, over all its runs. */
		items: (node: string, output = 0): Item[] =>
			(runs[node] ?? []).flatMap((run) => run.data?.main?.[output] ?? []),
		/** What waited to be worked on when the execution ended; empty for one that ended well. */
		waiting: (executionData?.nodeExecutionStack ?? []).flatMap(({ data }) => data.main?.[0] ?? []),
	};
}

/** Reads one execution with its data. */
export async function readExecution(session: Session, id: string): Promise<Execution> {
	const row = await session.call<ExecutionRow & { data: string }>('GET', `/executions/${id}`);
	const { error, items } = readData(row.data);
	const { status, mode } = row;
	return { id, status, mode, error, items: (...of) => items(...of).map(({ json }) => json) };
}

/** Waits until an execution has ended, well or not. */
export function waitForExecution(session: Session, id: string): Promise<Execution> {
	const ended = async () => {
		const row = await session.call<ExecutionRow>('GET', `/executions/${id}`);
		return hasEnded(row) && readExecution(session, id);
	};
	return until(`Execution ${id}`, ended);
}

/** Waits until n8n has put an execution to sleep. */
export async function untilWaiting(session: Session, id: string): Promise<void> {
	await until('The execution waits', async () => {
		const { status } = await session.call<ExecutionRow>('GET', `/executions/${id}`);
		return status === 'waiting';
	});
}

/** Starts a saved workflow from one of its triggers. @returns the id of the execution */
export async function startWorkflow(
	session: Session,
	workflow: SavedWorkflow,
	from?: string,
): Promise<string> {
	const isManual = ({ type }: { type: string }) => type === 'n8n-nodes-base.manualTrigger';
	const trigger = from ?? workflow.nodes.find(isManual)?.name;
	if (trigger === undefined) throw new Error(`${workflow.name}: no manual trigger to start from`);
	const started = await session.call<{ executionId?: string }>(
		'POST',
		`/workflows/${workflow.id}/run`,
		// n8n 1 and 2.0 take the workflow from here, newer ones take what was saved.
		{ workflowData: workflow, triggerToStartFrom: { name: trigger } },
	);
	if (started.executionId === undefined) throw new Error(`${workflow.name}: n8n did not start it`);
	return started.executionId;
}

/**
 * Runs a saved workflow from one of its triggers, as a click on "Execute workflow" does. Throws with the node and
 * what it says when the workflow does not end well.
 */
export async function runWell(
	session: Session,
	workflow: SavedWorkflow,
	trigger?: string,
): Promise<Execution> {
	const id = await startWorkflow(session, workflow, trigger);
	const execution = await waitForExecution(session, id);
	const { node, message, description = '' } = execution.error ?? {};
	const why = `${node?.name ?? ''}: ${message} ${description}`;
	assert.equal(execution.status, 'success', `${workflow.name} ended with an error. ${why}`);
	return execution;
}

/** The executions of a workflow that have ended, oldest first. */
export async function listExecutions(session: Session, workflowId: string): Promise<Execution[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const { results } = await session.call<{ results: ExecutionRow[] }>(
		'GET',
		`/executions?filter=${filter}&limit=100`,
	);
	const ended = results.filter(hasEnded).reverse();
	return Promise.all(ended.map(({ id }) => readExecution(session, id)));
}
