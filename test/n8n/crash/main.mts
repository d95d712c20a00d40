// `npm run e2e -- crash`: n8n is killed again and again while its trigger reads a backlog of changes.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CallRecord } from '../../service/index.mts';
import { installInto } from '../lib/package.mts';
import { step, until } from '../lib/progress.mts';
import { conduct } from '../lib/run/conduct.mts';
import { numberOption, seeded } from '../lib/run/options.mts';
import { post } from '../lib/webhooks.mts';
import { smsFrom } from '../traffic/messages.mts';
import { publishAll } from '../traffic/publish.mts';
import { sendWorkflow, triggerWorkflow } from '../traffic/workflows.mts';
import { BACKLOG_PREFIX, checkChanges, checkSending, lifecycle } from './checks.mts';

/** Messages of one execution. */
const BATCH = 5;

/**
 * Changes that wait for the trigger when it begins, and how many of them fell into each second: a call reads one
 * such second, and a poll makes 250 calls.
 */
const BACKLOG = 70_000;
const PER_SECOND = 51;
/** So slow that the backlog lasts for all kills: a poll begins while n8n still starts. */
const ANSWER_MS = 120;

/** As the service writes it, in UTC. */
const timeOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** The time from which on the last call asked for changes; '' when none did. */
function readFrom(calls: CallRecord[]): string {
	const { criteria } = Object(calls.at(-1)?.params);
	return String(Object(criteria).statusUpdateTsFrom ?? '');
}

conduct(async (run) => {
	const random = seeded();
	const kills = numberOption('kills', 5);
	const userFolder = await run.folder();
	await installInto([userFolder]);
	const service = await run.service({ lifecycle, timezone: 'UTC' });
	const env = { N8N_LOG_LEVEL: 'debug', EXECUTIONS_DATA_PRUNE: 'false' };
	const n8n = await run.n8n({ userFolder, port: 5890, env });
	const makers = [sendWorkflow, triggerWorkflow('any')];
	const { session, workflows } = await publishAll(n8n.url, service, makers);
	const [send, trigger] = workflows;
	// The first poll takes what is there for old, up to its last call; in the second one all is new.
	const isOnward = ({ params }: CallRecord) => Object(Object(params).sort).statusUpdateTs === 'ASC';
	await until('The second poll', async () => service.calls.filter(isOnward).length >= 2);

	service.faults.delay = ANSWER_MS;
	const end = Date.now() - 100_000;
	service.store.addMessages(BACKLOG, (n) => ({
		to: `${BACKLOG_PREFIX}${String(n).padStart(7, '0')}`,
		status: 'DELIVRD',
		statusUpdateTs: end - Math.floor((BACKLOG - 1 - n) / PER_SECOND) * 1000,
	}));

	let isOver = false;
	const reads = () => service.calls.filter(({ method }) => method === 'Message/List');
	const kill = async () => {
		for (let i = 1; i <= kills; i++) {
			const before = reads().length;
			// In the first poll after a start, and every third time in the second.
			const calls = i % 3 === 0 ? random.between(260, 300) : random.between(20, 120);
			const isUnderWay = async () => reads().length >= before + calls;
			await until('The backlog is being read', isUnderWay, { timeout: 900_000, interval: 20 });
			await n8n.kill();
			const from = readFrom(reads());
			console.log(`  killed n8n after ${calls} calls, ${i} of ${kills}; it was reading ${from}`);
			await run.checks.check(`Kill ${i} of ${kills} came amid the backlog`, () =>
				assert.ok(from < timeOf(end), `It had come to ${from}`),
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
	await until('The end of the backlog', async () => readFrom(reads()) > timeOf(end), {
		timeout: 900_000,
		interval: 500,
	});
	console.log(`  ${JSON.stringify({ backlog: BACKLOG, calls: reads().length })}`);
	const world = { session, service, checks: run.checks };
	await checkSending(world, send);
	await checkChanges(world, trigger, kills);
});
