// `npm run e2e:queue`: n8n in queue mode, with workers that die while they send.
import { randomBytes } from 'node:crypto';
import { startService } from '../../service/index.mts';
import { accountAt, createCredential } from '../lib/credentials.mts';
import { step, until } from '../lib/progress.mts';
import { logIn } from '../lib/session.mts';
import { activateWorkflow, createWorkflow } from '../lib/workflows.mts';
import { startCluster } from './cluster.mts';
import { checkApproval } from './checkApproval.mts';
import { checkEvents } from './checkEvents.mts';
import { checkKey } from './checkKey.mts';
import { checkFirstPass, checkReplay, checkRetries } from './checkMessages.mts';
import { checkPlain } from './checkPlain.mts';
import { addFaults } from '../traffic/faults.mts';
import { conduct } from '../lib/run/conduct.mts';
import { temporaryFolder } from '../lib/run/temporaryFolder.mts';
import { batches, smsFrom } from '../traffic/messages.mts';
import { Random, seedOption } from '../lib/run/random.mts';
import { plainSendWorkflow, sendWorkflow, triggerWorkflow } from '../traffic/workflows.mts';
import { handOver, keyedTwice, plain } from './load.mts';
import { troubled } from './trouble.mts';

const MESSAGES = 2_000;
const BATCH = 50;
/** ms between two executions: long enough that workers die at many points of the work. */
const PAUSE = 3_000;
/** How much slower the service answers, in ms, so that a worker dies with calls under way. */
const DELAY = 100;

conduct(async (checks, undo) => {
	const random = new Random(seedOption());
	console.log(`Seed ${random.seed} (--seed ${random.seed} draws the same plan again)`);
	const folder = await temporaryFolder(checks, undo);
	const key = randomBytes(20).toString('hex');
	const service = await startService({ keys: [key] });
	undo(() => service.close());
	const cluster = await startCluster(folder, undo);

	const session = await logIn(cluster.main.url);
	const credential = await createCredential(session, accountAt(service, key));
	const send = await createWorkflow(session, sendWorkflow(credential));
	const sendPlain = await createWorkflow(session, plainSendWorkflow(credential));
	const trigger = await createWorkflow(session, triggerWorkflow(credential, 'final'));
	await activateWorkflow(session, send);
	await activateWorkflow(session, sendPlain);
	await activateWorkflow(session, trigger);
	// Its first poll marks what is old; only what is sent after it is an event.
	await until('The first poll', async () => service.calls.find(({ code }) => code === 0));

	const groups = batches(smsFrom(1, MESSAGES), BATCH);
	const plainGroups = batches(smsFrom(MESSAGES + 1, MESSAGES), BATCH);
	const world = { session, service, send, sendPlain, trigger, checks, cluster };
	addFaults(service, random, DELAY);
	let posts = 0;
	const isSend = ({ method }: { method: string }) => method === 'Message/SendSmsMessage';
	const progress = () => service.calls.filter(isSend).length / (2 * MESSAGES);
	const what = `${MESSAGES} messages without keys, and ${MESSAGES} with a key twice at once`;
	const troubles = await step(`Sending ${what}`, () =>
		troubled(cluster, random, progress, async () => {
			const { url } = cluster.main;
			const both = [
				handOver(url, plain, plainGroups, PAUSE),
				handOver(url, keyedTwice, groups, PAUSE),
			];
			posts = (await Promise.all(both)).reduce((sum, count) => sum + count);
		}),
	);
	console.log(`  ${JSON.stringify({ ...troubles, posts })}`);
	await checkPlain(world, plainGroups);
	await checkFirstPass(world, groups);
	await checkRetries(world, MESSAGES);
	service.faults.clear();
	await checkReplay(world, groups, troubles.kills);
	await checkEvents(world);
	await checkApproval(world, credential);
	await checkKey(world, folder, key);
});
