import assert from 'node:assert/strict';
import { readData, type Execution } from '../lib/executions.mts';
import { step } from '../lib/progress.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import { eventsIn, lastEvents, missingIn, repeated } from '../traffic/events.mts';
import { retryAll, settled } from '../traffic/sending.mts';
import type { QueueWorld } from './main.mts';

/** What the trigger emitted, against what the service knows of every message. */
export async function checkEvents(world: QueueWorld, trigger: SavedWorkflow): Promise<void> {
	const { session, service, checks, kept } = world;
	const thrownAway = async (history: Execution[]) => {
		const lost = await kept.givenUp(history);
		const before = lost.map(
			({ first, ...execution }) => first && { ...execution, ...readData(first) },
		);
		return eventsIn(before.filter((execution) => typeof execution === 'object'));
	};
	const missing = async () => {
		const history = await session.readHistory(trigger);
		return missingIn([...eventsIn(history), ...(await thrownAway(history))], service);
	};
	await lastEvents(missing, { timeout: 120_000, interval: 3_000 });
	const first = await settled(session, trigger);
	await step('Retrying what n8n gave up on', () => retryAll(session, first));
	const history = await session.readHistory(trigger);
	const worked = eventsIn(history.filter(({ status }) => status === 'success'));
	const lost = await thrownAway(history);
	const twice = repeated(eventsIn(first));
	const figures = { executions: history.length, events: worked.length, lost: lost.length };
	console.log(`  ${JSON.stringify({ ...figures, repeated: twice.length })}`);
	await checks.check('The trigger emitted the final status of every message', () => {
		assert.ok(worked.length > 0);
		assert.deepEqual(missingIn([...worked, ...lost], service), []);
	});
	const title = 'No event was emitted twice: nothing crashed between emitting and saving';
	await checks.check(title, () => assert.deepEqual(twice, []));
}
