import assert from 'node:assert/strict';
import { parse } from 'flatted';
import { until } from './progress.mts';
import type { Session } from './session.mts';
import { MANUAL_TRIGGER, type SavedWorkflow } from './workflows.mts';

type Json = Record<string, unknown>;

interface Item {
	json: Json;
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

interface ExecutionRow {
	id: string;
	status: string;
	mode: string;
	retryOf?: string | null;
}

/** An execution as n8n recorded it. */
export interface Execution extends ExecutionRow, ReturnType<typeof readData> {}

export const hasEnded = ({ status }: { status: string }): boolean =>
	['success', 'error', 'crashed', 'canceled'].includes(status);

/** What the data of an execution says, which n8n keeps as text. */
export function readData(text: string) {
	const { resultData, executionData }: RunData = parse(text);
	/** What a node gave out on one of its outputs, over all its runs. */
	const paired = (node: string, output = 0): Item[] =>
		(resultData?.runData?.[node] ?? []).flatMap((run) => run.data?.main?.[output] ?? []);
	const waiting = (executionData?.nodeExecutionStack ?? []).flatMap(
		({ data }) => data.main?.[0] ?? [],
	);
	return {
		/** What stopped the workflow, if anything did. */
		error: resultData?.error,
		paired,
		/** The same without what each item was made of. */
		items: (node: string, output = 0): Json[] => paired(node, output).map(({ json }) => json),
		/** What waited to be worked on when the execution ended; empty for one that ended well. */
		waiting: waiting.map(({ json }) => json),
		/** The whole of the data. */
		text,
	};
}

const readRow = (session: Session, id: string) =>
	session.call<ExecutionRow & { data: string }>('GET', `/executions/${id}`);

/** Reads one execution with its data. */
export async function readExecution(session: Session, id: string): Promise<Execution> {
	const { data, ...row } = await readRow(session, id);
	return { ...row, ...readData(data), id };
}

/** Waits until an execution has ended, well or not. */
export async function waitForExecution(session: Session, id: string): Promise<Execution> {
	await until(`Execution ${id}`, async () => hasEnded(await readRow(session, id)));
	return await readExecution(session, id);
}

/** Waits until n8n has put an execution to sleep. */
export const untilWaiting = (session: Session, id: string): Promise<true> =>
	until('The execution waits', async () => (await readRow(session, id)).status === 'waiting');

/** Starts a saved workflow from one of its triggers. @returns the id of the execution */
export async function startWorkflow(
	session: Session,
	workflow: SavedWorkflow,
	from?: string,
): Promise<string> {
	const isManual = ({ type }: { type: string }) => type === MANUAL_TRIGGER;
	const name = from ?? workflow.nodes.find(isManual)?.name;
	// n8n 1 and 2.0 take the workflow from here, newer ones take what was saved.
	const body = { workflowData: workflow, triggerToStartFrom: { name } };
	const path = `/workflows/${workflow.id}/run`;
	const { executionId } = await session.call<{ executionId?: string }>('POST', path, body);
	if (executionId === undefined) throw new Error(`${workflow.name}: n8n did not start it`);
	return executionId;
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
	return endedWell(await waitForExecution(session, id));
}

/** Throws with the node and what it says when the execution did not end well. */
export function endedWell(execution: Execution): Execution {
	const { node, message, description = '' } = execution.error ?? {};
	assert.equal(execution.status, 'success', `${node?.name}: ${message} ${description}`);
	return execution;
}

/** All executions of a workflow without their data, newest first. */
export async function listRows(session: Session, workflowId: string): Promise<ExecutionRow[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const rows = new Map<string, ExecutionRow>();
	let cursor: string | null | undefined;
	do {
		const path = `/executions?filter=${filter}&limit=100${cursor ? `&cursor=${cursor}` : ''}`;
		type Page = { results: ExecutionRow[]; nextCursor?: string | null };
		const { results, nextCursor } = await session.call<Page>('GET', path);
		// Those that run are told on every page.
		for (const row of results) rows.set(row.id, row);
		cursor = nextCursor;
	} while (cursor);
	return [...rows.values()];
}

/** All executions of a workflow with their data, newest first. */
export async function readHistory(session: Session, workflowId: string): Promise<Execution[]> {
	const history: Execution[] = [];
	const rows = await listRows(session, workflowId);
	for (let i = 0; i < rows.length; i += 5) {
		const some = rows.slice(i, i + 5).map(async (row) => {
			return { ...row, ...(await readExecution(session, row.id)) };
		});
		history.push(...(await Promise.all(some)));
	}
	return history;
}

/** The executions that a published workflow has made by itself, oldest first, as soon as so many ended, and well. */
export function executionsOf(
	session: Session,
	workflow: SavedWorkflow,
	count: number,
): Promise<Execution[]> {
	return until(`${count} executions of ${workflow.name}`, async () => {
		const history = (await readHistory(session, workflow.id)).reverse();
		const ended = history.filter((each) => each.mode !== 'manual' && hasEnded(each));
		return ended.map(endedWell).length >= count && ended;
	});
}
