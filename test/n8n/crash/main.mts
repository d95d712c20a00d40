// `npm run e2e -- crash`: n8n is killed again and again while its trigger reads a backlog of changes.
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../service/index.mts';
import { accountAt, createCredential } from '../lib/credentials.mts';
import { startN8n } from '../lib/n8nProcess.mts';
import { step, until } from '../lib/progress.mts';
import { logIn } from '../lib/session.mts';
import { activateWorkflow, createWorkflow } from '../lib/workflows.mts';
import { conduct } from '../lib/run/conduct.mts';
import { temporaryFolder } from '../lib/run/temporaryFolder.mts';
import { installInto } from '../lib/run/install.mts';
import { smsFrom } from '../traffic/messages.mts';
import { post } from '../traffic/posting.mts';
import { numberOption, Random, seedOption } from '../lib/run/random.mts';
import { sendWorkflow, triggerWorkflow } from '../traffic/workflows.mts';
import { Member } from '../traffic/member.mts';
import { checkChanges, checkSending } from './checks.mts';
import { BACKLOG_PREFIX, lifecycle } from './lifecycle.mts';

/** Messages of one execution. */
const BATCH = 5;

/** Messages that change within a second before each kill: a poll needs 40 calls for them, and 4 s. */
const BACKLOG = 2_000;
const ANSWER_MS = 100;

conduct(async (checks, undo) => {
	const random = new Random(seedOption());
	const kills = numberOption('kills', 5);
	console.log(`Seed ${random.seed} (--seed ${random.seed} draws the same plan again)`);
	const folder = await temporaryFolder(checks, undo);
	await installInto([folder]);
	const service = await startService({ lifecycle });
	undo(() => service.close());
	const env = { N8N_LOG_LEVEL: 'debug', EXECUTIONS_DATA_PRUNE: 'false' };
	const n8n = new Member('n8n', () => startN8n({ userFolder: folder, port: 5890, env }));
	undo(() => n8n.end());
	await step('Starting n8n', () => n8n.start());

	const session = await logIn(n8n.url);
	const credential = await createCredential(session, accountAt(service));
	const send = await createWorkflow(session, sendWorkflow(credential));
	const trigger = await createWorkflow(session, triggerWorkflow(credential, 'any'));
	await activateWorkflow(session, send);
	await activateWorkflow(session, trigger);
	await until('The first poll', async () => service.calls.find(({ code }) => code === 0));

	let isOver = false;
	service.faults.delay = ANSWER_MS;
	const reads = () => service.calls.filter(({ method }) => method === 'Message/List').length;
	/** Many messages change at once; n8n is killed while its trigger reads them. */
	const killAmidBacklog = async (first: number) => {
		service.store.addMessages(BACKLOG, (n) => ({
			to: `${BACKLOG_PREFIX}${String(first + n).padStart(7, '0')}`,
			status: 'DELIVRD',
		}));
		const before = reads();
		const pages = random.between(3, BACKLOG / 100);
		const isUnderWay = async () => (reads() >= before + pages ? true : undefined);
		await until('The backlog is being read', isUnderWay, { timeout: 60_000, interval: 50 });
		await n8n.kill();
	};
	const kill = async () => {
		for (let i = 1; i <= kills; i++) {
			await sleep(random.between(4_000, 12_000));
			await killAmidBacklog(i * BACKLOG);
			console.log(`  killed n8n amid a backlog, ${i} of ${kills}`);
			await n8n.start();
		}
	};
	const sendOn = async () => {
		for (let first = 1; !isOver; first += BATCH) {
			await post(n8n.url, 'send', { messages: smsFrom(first, BATCH) });
			await sleep(1_000);
		}
	};
	await step(`Sending while n8n is killed ${kills} times`, () =>
		Promise.all([kill().finally(() => (isOver = true)), sendOn()]),
	);
	const world = { session, service, send, trigger, checks, kills };
	await checkSending(world);
	await checkChanges(world);
});
