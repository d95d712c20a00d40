import { Refusal } from '../../shared/operation/refusal';
import type { Asked, Run } from '../../shared/operation/run';
import { mostCareful } from './mostCareful';
import type { Outgoing } from './outgoing';
import { Sending } from './sending';

type Item = Asked<Outgoing>;

/** Sends the messages of a run, unless there are more than Max Messages allows. */
export async function sendAll(run: Run, asked: Item[]): Promise<void> {
	const { maxMessages } = mostCareful(asked.map(({ params }) => params.options));
	if (asked.length > maxMessages) return refuseAll(run, asked, maxMessages);
	await new Sending(run, asked).finish();
}

/** Max Messages protects against a runaway workflow: nothing is sent. */
function refuseAll(run: Run, asked: Item[], limit: number): void {
	const refusal = new Refusal(
		`The run has ${asked.length} messages, and Max Messages allows ${limit}, so nothing was sent`,
		'Check that the workflow means to send this many, and raise Max Messages.',
	);
	for (const { index } of asked) run.fail(index, refusal);
}
