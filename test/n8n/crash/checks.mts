import assert from 'node:assert/strict';
import type { LocalService, Step } from '../../service/index.mts';
import { step } from '../lib/progress.mts';
import type { Checks } from '../lib/run/checks.mts';
import type { Session } from '../lib/session.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import { eventsIn, lastEvents, missingIn, repeated } from '../traffic/events.mts';
import { doubled, outcomesOf } from '../traffic/outcomes.mts';
import { retryAll, settled } from '../traffic/settling.mts';

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

export interface World {
	session: Session;
	service: LocalService;
	checks: Checks;
}

/** Executions that n8n was killed in are retried, as a user would; nothing may be sent twice by that. */
export async function checkSending({ session, service, checks }: World, send: SavedWorkflow) {
	const cutOff = await settled(session, send, 300_000);
	const retried = await step('Retrying what was cut off', () => retryAll(session, cutOff));
	const history = await session.readHistory(send);
	const sent = service.store.messages.size;
	console.log(`  ${JSON.stringify({ executions: history.length, retried, sent })}`);
	await checks.check('The service accepted no message twice', () => {
		assert.ok(sent > 0);
		assert.deepEqual(doubled(service, outcomesOf(history)), []);
	});
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
