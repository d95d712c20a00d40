import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import type { Session } from '../lib/session.mts';
import type { SavedWorkflow } from '../lib/workflows.mts';
import type { Checks } from '../lib/run/checks.mts';
import { eventsIn, lastEvents, repeated, untold } from '../traffic/events.mts';
import { readHistory } from '../traffic/history.mts';
import { sms } from '../traffic/messages.mts';
import { acceptedBy, countKinds, doubled, toldBy } from '../traffic/outcomes.mts';
import { LIST } from '../traffic/workflows.mts';
import { settled } from '../traffic/settling.mts';
import type { Asked } from './work.mts';

export interface World {
	session: Session;
	service: LocalService;
	workflows: { send: SavedWorkflow; list: SavedWorkflow; trigger: SavedWorkflow };
	checks: Checks;
}

/** Longer than a lost answer is looked for. In ms. */
const SETTLING = 120_000;

/** What was asked for, what n8n tells, and what the service recorded: all must agree. */
export async function checkSending({ session, service, workflows, checks }: World, asked: Asked) {
	await settled(session, workflows.send.id, SETTLING);
	const history = await readHistory(session, workflows.send.id);
	const [told, accepted] = [toldBy(history), acceptedBy(service)];
	const items = countKinds([...told.values()].flat());
	console.log(`  ${JSON.stringify({ ...asked, items, accepted: accepted.size })}`);
	await checks.check('Sending: every execution ended well', () => {
		assert.equal(history.length, asked.sendings);
		assert.ok(history.every(({ status }) => status === 'success'));
	});
	await checks.check('Sending: every message is told once, and accepted at most once', () => {
		for (let number = 1; number <= asked.messages; number++) {
			assert.equal(told.get(sms(number).to)?.length, 1, `message ${number}`);
		}
		assert.deepEqual(doubled(service, told), []);
	});
	await checks.check(
		'Sending: accepted is what the service accepted, refused what it did not',
		() => {
			for (const [to, [{ kind, messageId }]] of told) {
				const [id] = accepted.get(to) ?? [];
				if (kind === 'accepted' || kind === 'recovered') assert.equal(messageId, id, to);
				if (kind === 'refused') assert.equal(id, undefined, to);
			}
		},
	);
}

export async function checkListing({ session, workflows, checks }: World, asked: Asked) {
	await settled(session, workflows.list.id, SETTLING);
	const history = await readHistory(session, workflows.list.id);
	await checks.check('Listing: every execution gave its messages, in spite of all faults', () => {
		assert.equal(history.length, asked.listings);
		for (const execution of history) {
			const ids = execution.items(LIST).map(({ json }) => String(json.id));
			assert.equal(new Set(ids).size, ids.length, execution.id);
			assert.deepEqual(execution.items(LIST, 1), [], execution.id);
		}
		// The newest lists are full.
		assert.equal(history[0].items(LIST).length, 150);
	});
}

export async function checkTriggering({ session, service, workflows, checks }: World) {
	const read = async () => eventsIn(await readHistory(session, workflows.trigger.id));
	const left = async () => untold(service, await read());
	await checks.check('Triggering: the final status of every message is told, once', async () => {
		await lastEvents(left, { timeout: 60_000, interval: 3_000 });
		const events = await read();
		assert.deepEqual(untold(service, events), []);
		assert.deepEqual(repeated(events), []);
	});
}
