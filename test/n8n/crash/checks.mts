import assert from 'node:assert/strict';
import type { Step } from '../../service/index.mts';
import { step } from '../lib/progress.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import { eventsIn, lastEvents, missingIn, repeated } from '../traffic/events.mts';
import { audit, retryAll, settled, type World } from '../traffic/sending.mts';

/** Numbers of the messages of the backlog. */
export const BACKLOG_PREFIX = '7702';

/** What becomes of a message: it comes to its end within seconds, before the trigger is through its backlog. */
export function lifecycle(to: string): Step[] {
	if (to.startsWith(BACKLOG_PREFIX)) return [{ after: 0, status: 'DELIVRD' }];
	const last = { '1': 'UNDELIV', '2': 'EXPIRED', '4': 'REJECTD' }[to.slice(-1)] ?? 'DELIVRD';
	return [
		{ after: 500, status: 'ENQUEUD' },
		{ after: 1_500, status: 'ACCEPTD' },
		{ after: 3_000, status: last },
	];
}

/** Executions that n8n was killed in are retried, as a user would; nothing may be sent twice by that. */
export async function checkSending(world: World, send: SavedWorkflow) {
	const cutOff = await settled(world.session, send);
	await step('Retrying what was cut off', () => retryAll(world.session, cutOff));
	await audit(world, send, 'Sending');
}

/** The events of all executions, joined, against what the service did. */
export async function checkChanges(world: World, trigger: SavedWorkflow, kills: number) {
	const { session, service, checks } = world;
	const read = async () => eventsIn(await session.readHistory(trigger));
	await checks.check('n8n holds every change of every message', async () => {
		const missing = async () => missingIn(await read(), service, () => true);
		const left = await lastEvents(missing, { timeout: 300_000, interval: 10_000 });
		assert.deepEqual(left.slice(0, 20), []);
	});
	const events = await read();
	const twice = repeated(events);
	const polls = new Set(events.map(({ executionId }) => executionId)).size;
	console.log(`  ${JSON.stringify({ polls, events: events.length, emittedAgain: twice.length })}`);
	await checks.check('No event says what did not happen', () => {
		assert.ok(events.length > 0);
		for (const { id, status, previousStatus } of events) {
			const statuses = lifecycle(service.store.message(id)?.to ?? '').map((each) => each.status);
			const at = statuses.indexOf(status);
			// Null where the trigger does not know.
			const before = previousStatus === null ? 0 : statuses.indexOf(previousStatus);
			const isTrue = at >= 0 && before >= 0 && (previousStatus === null || before < at);
			assert.ok(isTrue, `${id}: ${previousStatus} before ${status}`);
		}
	});
	await checks.check('Only what was under way when n8n was killed is emitted again', () => {
		const again = new Set(twice.map(({ executionIds }) => executionIds.join()));
		assert.ok(again.size <= kills, JSON.stringify(twice.slice(0, 20)));
	});
}
