// `npm run e2e -- soak`: one n8n that sends, lists and polls for long, with a service that often fails.
import { randomBytes } from 'node:crypto';
import { startService } from '../../service/index.mts';
import { accountAt, createCredential } from '../lib/credentials.mts';
import { startN8n } from '../lib/n8nProcess.mts';
import { step, until } from '../lib/progress.mts';
import { logIn } from '../lib/session.mts';
import { activateWorkflow, createWorkflow } from '../lib/workflows.mts';
import { addFaults } from '../traffic/faults.mts';
import { checkFiles, checkTexts } from '../lib/secrecy/checkKey.mts';
import { conduct } from '../lib/run/conduct.mts';
import { temporaryFolder } from '../lib/run/temporaryFolder.mts';
import { installInto } from '../lib/run/install.mts';
import { numberOption, Random, seedOption } from '../lib/run/random.mts';
import { listWorkflow, sendWorkflow, triggerWorkflow } from '../traffic/workflows.mts';
import { checkListing, checkSending, checkTriggering } from './checks.mts';
import { checkMemory, measure } from './memory.mts';
import { work } from './work.mts';

/** How much slower the service answers, in ms. */
const DELAY = 20;

conduct(async (checks, undo) => {
	const random = new Random(seedOption());
	const minutes = numberOption('minutes', 30);
	console.log(`Seed ${random.seed} (--seed ${random.seed} draws the same faults again)`);
	const folder = await temporaryFolder(checks, undo);
	await installInto([folder]);
	const key = randomBytes(20).toString('hex');
	const service = await startService({ keys: [key] });
	undo(() => service.close());
	const env = { N8N_LOG_LEVEL: 'debug', N8N_METRICS: 'true', EXECUTIONS_DATA_PRUNE: 'false' };
	const n8n = await step('Starting n8n', () => startN8n({ userFolder: folder, port: 5990, env }));
	undo(() => n8n.stop());

	const session = await logIn(n8n.url);
	const credential = await createCredential(session, accountAt(service, key));
	const send = await createWorkflow(session, sendWorkflow(credential));
	const list = await createWorkflow(session, listWorkflow(credential));
	const trigger = await createWorkflow(session, triggerWorkflow(credential, 'final'));
	for (const workflow of [send, list, trigger]) await activateWorkflow(session, workflow);
	await until('The first poll', async () => service.calls.find(({ code }) => code === 0));

	addFaults(service, random, DELAY);
	const stop = new AbortController();
	const [samples, asked] = await step(`Working for ${minutes} minutes`, () =>
		Promise.all([
			measure(n8n.url, stop.signal),
			work(n8n.url, minutes * 60_000).finally(() => stop.abort()),
		]),
	);
	await checkMemory(checks, samples);
	const world = { session, service, workflows: { send, list, trigger }, checks };
	await checkSending(world, asked);
	await checkListing(world, asked);
	await checkTriggering(world);
	const ids = [send, list, trigger].map(({ id }) => id);
	await checkTexts(checks, session, ids, key);
	await n8n.stop();
	await checkFiles(checks, folder, { key, marker: 'order-1' });
});
