import assert from 'node:assert/strict';
import { readData } from '../lib/executions.mts';
import { step } from '../lib/progress.mts';
import { eventsIn, lastEvents, repeated, untold } from '../traffic/events.mts';
import { readHistory, type Recorded } from '../traffic/history.mts';
import { givenUp, retryAll, settled } from '../traffic/settling.mts';
import type { World } from './world.mts';

/**
 * The executions that n8n gave up on, with the data that they had before: n8n replaces it by an error
 * when a worker dies.
 */
async function asTheyWere({ cluster }: World, history: Recorded[]): Promise<Recorded[]> {
	const versions = await cluster.audit.versions();
	return givenUp(history).flatMap((execution) =>
		(versions.get(execution.id) ?? []).slice(0, 1).map((text) => ({
			...execution,
			...readData(text),
		})),
	);
}

/** What the trigger emitted, against what the service knows of every message. */
export async function checkEvents(world: World): Promise<void> {
	const { session, trigger, service, checks } = world;
	const read = () => readHistory(session, trigger.id);
	const recorded = async () => {
		const history = await read();
		return eventsIn([...history, ...(await asTheyWere(world, history))]);
	};
	const left = async () => untold(service, await recorded());
	await lastEvents(left, { timeout: 30_000, interval: 3_000 });
	await settled(session, trigger.id, 120_000);

	const first = await read();
	await step('Retrying what n8n gave up on', () => retryAll(session, first));
	const history = await read();
	const worked = eventsIn(history.filter(({ status }) => status === 'success'));
	const thrownAway = eventsIn(await asTheyWere(world, history));
	const twice = repeated(eventsIn(first));
	console.log(
		`  ${JSON.stringify({
			executions: history.length,
			events: worked.length,
			inExecutionsThatN8nGaveUpOn: thrownAway.length,
			repeated: twice.length,
		})}`,
	);
	await checks.check('The trigger emitted the final status of every message', () => {
		assert.ok(worked.length > 0);
		assert.deepEqual(untold(service, [...worked, ...thrownAway]), []);
	});
	await checks.check(
		'No event was emitted twice: nothing crashed between emitting and saving',
		() => {
			assert.deepEqual(twice, []);
		},
	);
}
