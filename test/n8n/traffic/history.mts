import { parse } from 'flatted';
import type { Session } from '../lib/session.mts';

export interface Item {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

interface NodeRun {
	data?: { main: Array<Item[] | null> };
}

interface RunData {
	resultData?: { runData?: Record<string, NodeRun[]>; error?: { message: string } };
	/** What an execution that was cut off had still to do; its input is the trigger's output. */
	executionData?: { nodeExecutionStack: Array<{ data: { main: Array<Item[] | null> } }> };
}

interface Row {
	id: string;
	status: string;
	mode: string;
	startedAt: string | null;
	stoppedAt: string | null;
	retryOf?: string | null;
}

interface Page {
	results: Row[];
	nextCursor?: string | null;
}

/** An execution as n8n recorded it. */
export interface Recorded extends Row {
	error?: string;
	/** The whole of its data, as text. */
	text: string;
	/** What a node gave out on one of its outputs. */
	items(node: string, output?: number): Item[];
	/** What waited to be worked on when the execution ended; empty for one that ended well. */
	waiting: Item[];
}

const PAGE = 100;
const ENDED = new Set(['success', 'error', 'crashed', 'canceled']);

export const hasEnded = ({ status }: { status: string }): boolean => ENDED.has(status);

/** All executions of a workflow without their data, newest first. */
export async function listRows(session: Session, workflowId: string): Promise<Row[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const rows: Row[] = [];
	let cursor = '';
	do {
		const path = `/executions?filter=${filter}&limit=${PAGE}${cursor && `&cursor=${cursor}`}`;
		const page = await session.call<Page>('GET', path);
		rows.push(...page.results);
		cursor = page.nextCursor ?? '';
	} while (cursor !== '');
	// Those that run are told on every page.
	return [...new Map(rows.map((row) => [row.id, row])).values()];
}

/** What the data of an execution says, which n8n keeps as text. */
export function readData(text: string): Pick<Recorded, 'error' | 'items' | 'waiting'> {
	const data: RunData = parse(text);
	const runs = data.resultData?.runData ?? {};
	const stack = data.executionData?.nodeExecutionStack ?? [];
	return {
		error: data.resultData?.error?.message,
		items: (node, output = 0) => (runs[node] ?? []).flatMap((run) => run.data?.main[output] ?? []),
		waiting: stack.flatMap((waiting) => waiting.data.main[0] ?? []),
	};
}

async function readOne(session: Session, listed: Row): Promise<Recorded> {
	const row = await session.call<Row & { data: string }>('GET', `/executions/${listed.id}`);
	return { ...listed, ...readData(row.data), status: row.status, text: row.data };
}

/** All executions of a workflow with their data, newest first. */
export async function readHistory(session: Session, workflowId: string): Promise<Recorded[]> {
	const history: Recorded[] = [];
	const rows = await listRows(session, workflowId);
	for (let i = 0; i < rows.length; i += 5) {
		const some = rows.slice(i, i + 5).map((row) => readOne(session, row));
		history.push(...(await Promise.all(some)));
	}
	return history;
}
