// `npm run e2e -- soak`: sends, lists and triggers at a steady pace while the service fails now and then.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkFiles, checkTexts } from '../lib/keySearch.mts';
import { step } from '../lib/progress.mts';
import { conduct } from '../lib/run/conduct.mts';
import { numberOption, seeded } from '../lib/run/options.mts';
import { post } from '../lib/webhooks.mts';
import { addFaults, smsFrom } from '../traffic/load.mts';
import { startRegular } from '../traffic/start.mts';
import { listWorkflow, sendWorkflow, triggerWorkflow } from '../traffic/workflows.mts';
import {
	checkListing,
	checkMemory,
	checkSending,
	checkTriggering,
	measure,
	type Asked,
} from './checks.mts';

/** How much slower the service answers, in ms. */
const DELAY = 20;
/** Messages of one execution. */
const BATCH = 10;
const SEND_EVERY_MS = 2_000;
const LIST_EVERY_MS = 3_000;

/** Sends and lists at a steady pace for so long, in ms. */
async function work(url: string, lasts: number): Promise<Asked> {
	const end = Date.now() + lasts;
	const asked: Asked = { messages: 0, sendings: 0, listings: 0 };
	const sendOn = async () => {
		while (Date.now() < end) {
			const messages = smsFrom(asked.messages + 1, BATCH);
			asked.messages += BATCH;
			asked.sendings += await post(url, 'send', { messages });
			await sleep(SEND_EVERY_MS);
		}
	};
	const listOn = async () => {
		while (Date.now() < end) {
			asked.listings += await post(url, 'list', { limit: 150 });
			await sleep(LIST_EVERY_MS);
		}
	};
	await Promise.all([sendOn(), listOn()]);
	return asked;
}

conduct(async (run) => {
	const random = seeded();
	const minutes = numberOption('minutes', 30);
	const key = randomBytes(20).toString('hex');
	const makers = [sendWorkflow, listWorkflow, triggerWorkflow('final')];
	const env = { N8N_LOG_LEVEL: 'debug', N8N_METRICS: 'true', EXECUTIONS_DATA_PRUNE: 'false' };
	const world = await startRegular(run, makers, { port: 5990, key, env });
	const { session, service, n8n, userFolder, workflows } = world;
	const [send, list, trigger] = workflows;

	addFaults(service, random, DELAY);
	const stop = new AbortController();
	const [samples, asked] = await step(`Working for ${minutes} minutes`, () =>
		Promise.all([
			measure(n8n.url, stop.signal),
			work(n8n.url, minutes * 60_000).finally(() => stop.abort()),
		]),
	);
	await checkMemory(run.checks, samples);
	await checkSending(world, send, asked);
	await checkListing(world, list, asked);
	await checkTriggering(world, trigger);
	await checkTexts(run.checks, session, workflows, key);
	await n8n.end();
	await checkFiles(run.checks, userFolder, { key, marker: 'order-1' });
});
