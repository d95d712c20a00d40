// `npm run e2e -- crash`: n8n is killed again and again while its trigger reads a backlog of changes.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallRecord, Step } from '../../service/index.mts';
import { eventually, step, until } from '../lib/progress.mts';
import { conduct, numberOption, seeded } from '../lib/run.mts';
import { post, type SavedWorkflow } from '../lib/workflows.mts';
import {
	eventsIn,
	missingIn,
	repeated,
	audit,
	retryAll,
	settled,
	type World,
} from '../traffic/audit.mts';
import { smsFrom, sendWorkflow, triggerWorkflow, startRegular } from '../traffic/load.mts';

/** Numbers of the messages of the backlog. */
const BACKLOG_PREFIX = '7702';

/** What becomes of a message: it comes to its end within seconds, before the trigger is through its backlog. */
function lifecycle(to: string): Step[] {
	if (to.startsWith(BACKLOG_PREFIX)) return [{ after: 0, status: 'DELIVRD' }];
	const last = { '1': 'UNDELIV', '2': 'EXPIRED', '4': 'REJECTD' }[to.slice(-1)] ?? 'DELIVRD';
	return [
		{ after: 500, status: 'ENQUEUD' },
		{ after: 1_500, status: 'ACCEPTD' },
		{ after: 3_000, status: last },
	];
}

/** Executions that n8n was killed in are retried, as a user would; nothing may be sent twice by that. */
async function checkSending(world: World, send: SavedWorkflow) {
	const cutOff = await settled(world.session, send);
	await step('Retrying what was cut off', () => retryAll(world.session, cutOff));
	await audit(world, send, 'Sending');
}

/** The events of all executions, joined, against what the service did. */
async function checkChanges(world: World, trigger: SavedWorkflow, kills: number) {
	const { session, service, checks } = world;
	const read = async () => eventsIn(await session.readHistory(trigger));
	await checks.check('n8n holds every change of every message', async () => {
		const isComplete = async () => {
			const missing = missingIn(await read(), service, () => true);
			assert.deepEqual(missing.slice(0, 20), []);
		};
		await eventually(isComplete, { timeout: 300_000, interval: 10_000 });
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

const BATCH = 5;

/**
 * Changes that wait for the trigger when it begins: so many to each second, a few seconds apart, that a call shows few
 * of them. A poll reads some 10,000, and each second kill lets one end.
 */
const BACKLOG_A_POLL = 12_000;
const PER_SECOND = 101;
const EVERY_S = 11;
/** So slow that n8n is killed amid a poll: it begins while n8n still starts. */
const ANSWER_MS = 30;

/** The time from which on the last call asked for changes; '' when none did. */
function readFrom(calls: CallRecord[]): string {
	const { criteria } = Object(calls.at(-1)?.params);
	return String(Object(criteria).statusUpdateTsFrom ?? '');
}

conduct(async (run) => {
	const random = seeded();
	const kills = numberOption('kills', 5);
	const world = await startRegular(run, [sendWorkflow, triggerWorkflow('any')], {
		service: { lifecycle },
		env: { N8N_LOG_LEVEL: 'debug' },
	});
	const { session, service, n8n } = world;
	const [send, trigger] = world.workflows;
	// The first poll takes what is there for old, up to its last call; in the second one all is new.
	const isOnward = ({ params }: CallRecord) => Object(Object(params).sort).statusUpdateTs === 'ASC';
	await until('The second poll', async () => service.calls.filter(isOnward).length >= 2);

	service.faults.delay = ANSWER_MS;
	const end = Date.now() - 100_000;
	const endText = service.store.zone.format(end);
	const backlog = BACKLOG_A_POLL * (1 + Math.floor(kills / 2));
	service.store.addMessages(backlog, (n) => ({
		to: `${BACKLOG_PREFIX}${String(n).padStart(7, '0')}`,
		status: 'DELIVRD',
		statusUpdateTs: end - Math.floor((backlog - 1 - n) / PER_SECOND) * EVERY_S * 1000,
	}));

	let isOver = false;
	const reads = () => service.calls.filter(({ method }) => method === 'Message/List');
	const polls = async () => (await session.listExecutions(trigger.id)).length;
	const kill = async () => {
		for (let i = 1; i <= kills; i++) {
			// In the first poll after a start, and every other time in the second.
			const ended = (await polls()) + (i % 2 === 0 ? 1 : 0);
			await until('The first poll', async () => (await polls()) >= ended, { timeout: 900_000 });
			const called = reads().length + random.between(20, 120);
			const isUnderWay = async () => reads().length >= called;
			await until('The backlog is being read', isUnderWay, { timeout: 900_000, interval: 20 });
			await n8n.kill();
			const from = readFrom(reads());
			console.log(`  killed n8n, ${i} of ${kills}; it was reading ${from}`);
			await run.checks.check(`Kill ${i} of ${kills} came amid the backlog`, () =>
				assert.ok(from < endText, `It had come to ${from}`),
			);
			await n8n.start();
		}
	};
	const sendOn = async () => {
		for (let first = 1; !isOver; first += BATCH) {
			await post(n8n.url, 'send', { messages: smsFrom(first, BATCH) });
			await sleep(3_000);
		}
	};
	await step(`Sending while n8n is killed ${kills} times`, () =>
		Promise.all([kill().finally(() => (isOver = true)), sendOn()]),
	);
	await until('The end of the backlog', async () => readFrom(reads()) > endText, {
		timeout: 900_000,
		interval: 500,
	});
	console.log(`  ${JSON.stringify({ backlog, calls: reads().length })}`);
	await checkSending(world, send);
	await checkChanges(world, trigger, kills);
});
