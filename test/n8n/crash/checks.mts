import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { step } from '../lib/progress.mts';
import type { Session } from '../lib/session.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import type { Checks } from '../lib/run/checks.mts';
import { eventsIn, lastEvents, repeated, untold } from '../traffic/events.mts';
import { readHistory } from '../traffic/history.mts';
import { doubled, toldBy } from '../traffic/outcomes.mts';
import { retryAll, settled } from '../traffic/settling.mts';
import { lifecycle } from './lifecycle.mts';

export interface World {
	session: Session;
	service: LocalService;
	/** The workflow that sends. */
	send: SavedWorkflow;
	/** The workflow of the trigger. */
	trigger: SavedWorkflow;
	checks: Checks;
	/** How often n8n was killed. */
	kills: number;
}

/** Executions that n8n was killed in are retried, as a user would; nothing may be sent twice by that. */
export async function checkSending({ session, service, send, checks }: World): Promise<void> {
	await settled(session, send.id, 60_000);
	const cutOff = await readHistory(session, send.id);
	const retried = await step('Retrying what was cut off', () => retryAll(session, cutOff));
	const history = await readHistory(session, send.id);
	const sent = service.store.messages.size;
	console.log(`  ${JSON.stringify({ executions: history.length, retried, sent })}`);
	await checks.check('The service accepted no message twice', () => {
		assert.ok(service.store.messages.size > 0);
		assert.deepEqual(doubled(service, toldBy(history)), []);
	});
}

/** The events of all executions, joined, against what the service did. */
export async function checkChanges(world: World): Promise<void> {
	const { session, service, trigger, checks } = world;
	const read = async () => eventsIn(await readHistory(session, trigger.id));
	const left = async () => untold(service, await read(), () => true);
	await checks.check('n8n holds every change of every message', async () => {
		await lastEvents(left, { timeout: 300_000, interval: 10_000 });
		assert.deepEqual((await left()).slice(0, 20), []);
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
			assert.ok(at >= 0, `${id} was never ${status}`);
			// Null where the trigger does not know.
			if (previousStatus === null) continue;
			assert.ok(
				statuses.slice(0, at).includes(previousStatus),
				`${previousStatus} before ${status}`,
			);
		}
	});
	await checks.check('Only what was under way when n8n was killed is emitted again', () => {
		const again = new Set(twice.map(({ executionIds }) => executionIds.join()));
		assert.ok(again.size <= world.kills, JSON.stringify(twice.slice(0, 20)));
	});
}
