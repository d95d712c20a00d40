import assert from 'node:assert/strict';
import type { SavedWorkflow } from '../lib/workflows.mts';
import { eventsIn, lastEvents, missingIn, repeated } from '../traffic/events.mts';
import { sms } from '../traffic/load.mts';
import { audit, contradictions, settled, type World } from '../traffic/sending.mts';
import { LIST } from '../traffic/workflows.mts';

/** How much was asked for. */
export interface Asked {
	messages: number;
	sendings: number;
	listings: number;
}

/** What was asked for, what n8n says, and what the service recorded: all must agree. */
export async function checkSending(world: World, send: SavedWorkflow, asked: Asked) {
	const { checks } = world;
	console.log(`  ${JSON.stringify(asked)}`);
	const stock = await audit(world, send, 'Sending');
	const { history, outcomes } = stock;
	await checks.check('Sending: every execution ended well', () => {
		assert.equal(history.length, asked.sendings);
		assert.ok(history.every(({ status }) => status === 'success'));
	});
	await checks.check('Sending: every message has one output', () => {
		for (let number = 1; number <= asked.messages; number++) {
			assert.equal(outcomes.get(sms(number).to)?.length, 1, `message ${number}`);
		}
	});
	await checks.check('Sending: the outputs say what the service knows', () => {
		assert.deepEqual(contradictions(stock), []);
	});
}

export async function checkListing(world: World, list: SavedWorkflow, asked: Asked) {
	const history = await settled(world.session, list);
	await world.checks.check(
		'Listing: every execution gave its messages, in spite of all faults',
		() => {
			assert.equal(history.length, asked.listings);
			for (const execution of history) {
				const ids = execution.items(LIST).map(({ id }) => String(id));
				assert.equal(new Set(ids).size, ids.length, execution.id);
				assert.deepEqual(execution.items(LIST, 1), [], execution.id);
			}
			// The newest lists are full.
			assert.equal(history[0].items(LIST).length, 150);
		},
	);
}

export async function checkTriggering({ session, service, checks }: World, trigger: SavedWorkflow) {
	const read = async () => eventsIn(await session.readHistory(trigger));
	await checks.check('Triggering: the final status of every message is emitted, once', async () => {
		const missing = async () => missingIn(await read(), service);
		assert.deepEqual(await lastEvents(missing, { timeout: 180_000, interval: 3_000 }), []);
		assert.deepEqual(repeated(await read()), []);
	});
}
