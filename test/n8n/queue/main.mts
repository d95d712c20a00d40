// `npm run e2e -- queue`: n8n in queue mode, with workers that die while they send.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { checkFiles } from '../lib/keySearch.mts';
import { step } from '../lib/progress.mts';
import { conduct, seeded } from '../lib/run.mts';
import {
	addFaults,
	smsFrom,
	plainSendWorkflow,
	sendWorkflow,
	triggerWorkflow,
	publishAll,
} from '../traffic/load.mts';
import type { World } from '../traffic/audit.mts';
import { keep, type Kept } from './kept.mts';
import { checkApproval, checkEvents, checkKeyed, checkUnderWay } from './checks.mts';
import { startCluster, type Cluster } from './cluster.mts';
import { handOver, keyedTwice, plain, troubled } from './trouble.mts';

export interface QueueWorld extends World {
	cluster: Cluster;
	kept: Kept;
}

const MESSAGES = 2_000;
const BATCH = 50;
/** ms between two executions: long enough that workers die at many points of the work. */
const PAUSE = 3_000;
/** How much slower the service answers, in ms, so that a worker dies with calls under way. */
const DELAY = 100;

const SETTINGS = {
	N8N_LOG_LEVEL: 'debug',
	// That a worker is gone is noticed after seconds, not after a minute.
	QUEUE_WORKER_LOCK_DURATION: '10000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
	QUEUE_WORKER_STALLED_INTERVAL: '4000',
	// In minutes. What nobody works on any more is marked as crashed; n8n's own pace is 3 hours.
	N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
};

conduct(async (run) => {
	const random = seeded();
	const folder = await run.folder();
	const key = randomBytes(20).toString('hex');
	const service = await run.service({ keys: [key] });
	const cluster = await startCluster(folder, run, SETTINGS);
	const kept = await keep(cluster.postgres);
	const { url } = cluster.main;
	const makers = [sendWorkflow, plainSendWorkflow, triggerWorkflow('final')];
	const { session, credentialId, workflows } = await publishAll(url, service, makers);
	const [send, sendPlain, trigger] = workflows;

	const batches = (first: number) =>
		Array.from({ length: MESSAGES / BATCH }, (_, n) => smsFrom(first + n * BATCH, BATCH));
	const [groups, plainGroups] = [batches(1), batches(MESSAGES + 1)];
	addFaults(service, random, DELAY);
	const isSend = ({ method }: { method: string }) => method === 'Message/SendSmsMessage';
	const progress = () => service.calls.filter(isSend).length / (2 * MESSAGES);
	const what = `${MESSAGES} messages without keys, and ${MESSAGES} with a key twice at once`;
	const [kills, ...posts] = await step(`Sending ${what}`, () =>
		Promise.all([
			troubled(cluster, random, progress),
			handOver(url, plain, plainGroups, PAUSE),
			handOver(url, keyedTwice, groups, PAUSE),
		]),
	);
	const { checks } = run;
	const startedAgain = await kept.startedAgain();
	console.log(`  ${JSON.stringify({ kills, posts, startedAgain })}`);
	await checks.check('n8n started none of the killed jobs again', () =>
		assert.equal(startedAgain, 0),
	);
	const world = { session, service, checks, cluster, kept };
	await checkUnderWay(world, sendPlain, plainGroups, 'Without keys');
	await checkKeyed(world, send, groups, kills);
	await checkEvents(world, trigger);
	await checkApproval(world, credentialId);
	await step('Ending n8n and the databases', async () => {
		for (const member of [...cluster.workers, cluster.main]) await member.end();
		await cluster.postgres.dump(join(folder, 'dump.sql'));
		await cluster.redis.stop();
		await cluster.postgres.stop();
	});
	// The keys of messages are no secret, and n8n keeps the messages that it was given.
	await checkFiles(checks, folder, { key, marker: 'order-1' });
});
