import { readData, type ExecutionRow } from '../lib/executions.mts';
import type { Session } from '../lib/session.mts';

interface Page {
	results: ExecutionRow[];
	nextCursor?: string | null;
}

/** An execution as n8n recorded it. */
export interface Recorded extends ExecutionRow, ReturnType<typeof readData> {
	/** The whole of its data, as text. */
	text: string;
}

const PAGE = 100;

/** All executions of a workflow without their data, newest first. */
export async function listRows(session: Session, workflowId: string): Promise<ExecutionRow[]> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId }));
	const rows: ExecutionRow[] = [];
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

async function readOne(session: Session, listed: ExecutionRow): Promise<Recorded> {
	const row = await session.call<ExecutionRow & { data: string }>(
		'GET',
		`/executions/${listed.id}`,
	);
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
