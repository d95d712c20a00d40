import { until } from '../lib/progress.mts';
import { hasEnded, type Execution } from '../lib/executions.mts';
import type { Session } from '../lib/session.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';

/**
 * Waits until all executions of a workflow have ended; those that nobody works on, until n8n says so.
 * Gives them, newest first.
 */
export async function settled(
	session: Session,
	workflow: SavedWorkflow,
	timeout: number,
): Promise<Execution[]> {
	const all = async () => (await session.listExecutions(workflow.id)).every(hasEnded);
	await until(`End of the executions of ${workflow.name}`, all, { timeout, interval: 2_000 });
	return await session.readHistory(workflow);
}

/** Executions that n8n gave up on: their process died, or their job got lost. */
export const givenUp = (history: Execution[]): Execution[] =>
	history.filter(({ status }) => status !== 'success');

/**
 * Does what "Retry" in the list of executions does, with those that n8n kept the data of, one after
 * the other. One that was retried is not retried again.
 *
 * @returns how many there were
 */
export async function retryAll(session: Session, history: Execution[]): Promise<number> {
	const retried = new Set(history.map(({ retryOf }) => retryOf).filter(Boolean));
	const left = givenUp(history).filter(({ id, waiting }) => waiting.length > 0 && !retried.has(id));
	for (const { id } of left) {
		// n8n answers when the retry has ended.
		await session.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	}
	return left.length;
}
