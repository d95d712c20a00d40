import { until } from '../lib/progress.mts';
import { hasEnded } from '../lib/executions.mts';
import type { Session } from '../lib/session.mts';
import { listRows, type Recorded } from './history.mts';

/** Waits until all executions of a workflow have ended; those that nobody works on, until n8n says so. */
export async function settled(
	session: Session,
	workflowId: string,
	timeout: number,
): Promise<void> {
	const all = async () => (await listRows(session, workflowId)).every(hasEnded);
	await until(`End of the executions of ${workflowId}`, all, { timeout, interval: 2_000 });
}

/** Executions that n8n gave up on: their process died, or their job got lost. */
export function givenUp(history: Recorded[]): Recorded[] {
	return history.filter(({ status }) => status !== 'success');
}

/**
 * Does what "Retry" in the list of executions does, with those that n8n kept the data of, one after
 * the other. One that was retried is not retried again.
 *
 * @returns how many there were
 */
export async function retryAll(session: Session, history: Recorded[]): Promise<number> {
	const retried = new Set(history.map(({ retryOf }) => retryOf).filter(Boolean));
	const left = givenUp(history).filter(({ id, waiting }) => waiting.length > 0 && !retried.has(id));
	for (const { id } of left) {
		// n8n answers when the retry has ended.
		await session.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
	}
	return left.length;
}
