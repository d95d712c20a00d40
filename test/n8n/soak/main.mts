// `npm run e2e -- soak`: sends, lists and triggers at a steady pace while the service fails now and then.
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkFiles } from '../lib/keySearch.mts';
import { eventually, step } from '../lib/progress.mts';
import { conduct, numberOption, seeded, type Checks } from '../lib/run.mts';
import { endedWell } from '../lib/session.mts';
import { post, type SavedWorkflow } from '../lib/workflows.mts';
import * as load from '../traffic/load.mts';
import assert from 'node:assert/strict';
import {
	eventsIn,
	missingIn,
	repeated,
	audit,
	contradictions,
	settled,
	type World,
} from '../traffic/audit.mts';

interface Asked {
	messages: number;
	sendings: number;
}

/** What was asked for, what n8n says, and what the service recorded: all must agree. */
async function checkSending(world: World, send: SavedWorkflow, asked: Asked) {
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
			assert.equal(outcomes.get(load.sms(number).to)?.length, 1, `message ${number}`);
		}
	});
	await checks.check('Sending: the outputs say what the service knows', () => {
		assert.deepEqual(contradictions(stock), []);
	});
}

async function checkListing({ session, checks }: World, list: SavedWorkflow) {
	await checks.check('Listing: every list could be read', async () => {
		const history = await settled(session, list);
		assert.ok(history.length > 0);
		for (const execution of history)
			assert.deepEqual(endedWell(execution).items('List', 1), [], execution.id);
	});
}

async function checkTriggering({ session, service, checks }: World, trigger: SavedWorkflow) {
	const isComplete = async () => {
		const events = eventsIn(await session.readHistory(trigger));
		assert.deepEqual(missingIn(events, service), []);
		assert.deepEqual(repeated(events), []);
	};
	await checks.check('Triggering: the final status of every message is emitted, once', () =>
		eventually(isComplete, { interval: 3_000 }),
	);
}

/** How much more memory the last third of the time may need than the middle one. */
const TOLERANCE = 1.15;
const SAMPLE_MS = 1_000;

/** The memory of n8n's process, resident, as it says itself. */
async function residentBytes(url: string): Promise<number> {
	const text = await (await fetch(`${url}/metrics`)).text();
	const found = /^n8n_process_resident_memory_bytes (\S+)/m.exec(text);
	if (found === null) throw new Error('n8n does not say its memory');
	return Number(found[1]);
}

/** Measures every second until it is stopped; gives what there was, in bytes. */
async function measure(url: string, signal: AbortSignal): Promise<number[]> {
	const samples: number[] = [];
	while (!signal.aborted) {
		samples.push(await residentBytes(url));
		await sleep(SAMPLE_MS, undefined, { signal }).catch(() => undefined);
	}
	return samples;
}

/**
 * The memory that a process needs, in MB: what it takes when it has just tidied up. Between two
 * collections of garbage it grows, the more the larger the machine is.
 */
function needed(samples: number[]): number {
	const sorted = [...samples].sort((a, b) => a - b);
	return Math.round(sorted[Math.floor(sorted.length / 4)] / 1024 ** 2);
}

/** Memory that grows with the work done would end every n8n some day. */
async function checkMemory(checks: Checks, samples: number[]): Promise<void> {
	const part = samples.length / 3;
	const thirds = [0, 1, 2].map((n) => needed(samples.slice(n * part, (n + 1) * part)));
	const most = Math.round(Math.max(...samples) / 1024 ** 2);
	console.log(`  memory in MB: needed in each third ${thirds.join(', ')}; most ${most}`);
	await checks.check('Memory levels off', () =>
		assert.ok(thirds[2] <= thirds[1] * TOLERANCE, `${thirds[1]} MB, then ${thirds[2]} MB`),
	);
}

/** How much slower the service answers, in ms. */
const DELAY = 20;
const BATCH = 10;
const SEND_EVERY_MS = 2_000;
const LIST_EVERY_MS = 3_000;

/** Sends and lists at a steady pace for so long, in ms. */
async function work(url: string, lasts: number): Promise<Asked> {
	const end = Date.now() + lasts;
	const asked: Asked = { messages: 0, sendings: 0 };
	const sendOn = async () => {
		while (Date.now() < end) {
			const messages = load.smsFrom(asked.messages + 1, BATCH);
			asked.messages += BATCH;
			asked.sendings += await post(url, 'send', { messages });
			await sleep(SEND_EVERY_MS);
		}
	};
	const listOn = async () => {
		while (Date.now() < end) {
			await post(url, 'list', {});
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
	const makers = [load.sendWorkflow, load.listWorkflow, load.triggerWorkflow('final')];
	const env = { N8N_LOG_LEVEL: 'debug', N8N_METRICS: 'true' };
	const world = await load.startRegular(run, makers, { service: { keys: [key] }, env });
	const { service, n8n, userFolder, workflows } = world;
	const [send, list, trigger] = workflows;

	load.addFaults(service, random, DELAY);
	const stop = new AbortController();
	const [samples, asked] = await step(`Working for ${minutes} minutes`, () =>
		Promise.all([
			measure(n8n.url, stop.signal),
			work(n8n.url, minutes * 60_000).finally(() => stop.abort()),
		]),
	);
	await checkMemory(run.checks, samples);
	await checkSending(world, send, asked);
	await checkListing(world, list);
	await checkTriggering(world, trigger);
	await n8n.end();
	await checkFiles(run.checks, userFolder, { key, marker: 'order-1' });
});
