import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../lib/progress.mts';
import type { Numbers } from '../../service/freedoms/random.mts';
import { post } from '../lib/workflows.mts';
import type { Sms } from '../traffic/load.mts';
import type { Cluster } from './cluster.mts';

/** So many deaths of workers. */
const KILLS = 10;

/** One for each such share of the messages. What a death leaves unknown is never sent: all are reached. */
const SHARE = 0.05;

type Progress = () => number;

const tell = (what: string) => console.log(`  ${new Date().toISOString().slice(11, 21)}  ${what}`);

const reached = (share: number, progress: Progress) =>
	until('Progress', async () => progress() >= share, { timeout: 1_800_000, interval: 50 });

/** Kills workers while they send, and starts them again. Both are up in the end. */
async function killWorkers({ workers }: Cluster, random: Numbers, progress: Progress) {
	for (let kills = 0; kills < KILLS; kills++) {
		await reached((kills + random.next()) * SHARE, progress);
		const worker = workers[random.between(0, workers.length - 1)];
		await worker.kill();
		tell(`killed ${worker.name}, with ${Math.round(100 * progress())} % called for`);
		await sleep(random.between(0, 2_000));
		await worker.start();
		tell(`${worker.name} is back`);
	}
}

async function restartOnce({ redis, main }: Cluster, random: Numbers, progress: Progress) {
	await reached(0.1 + 0.1 * random.next(), progress);
	await redis.restart();
	tell('restarted Redis');
	await reached(0.25 + 0.1 * random.next(), progress);
	await main.end();
	tell('ended main');
	await main.start();
	tell('main is back');
}

/** Makes all kinds of trouble. @returns how often a worker was killed */
export async function troubled(cluster: Cluster, random: Numbers, progress: Progress) {
	await Promise.all([
		killWorkers(cluster, random, progress),
		restartOnce(cluster, random, progress),
	]);
	return KILLS;
}

/** Hands messages over to a workflow; tells how many posts it took. */
type Way = (url: string, messages: Sms[]) => Promise<number>;

/** Each message with its key. */
export const keyed: Way = async (url, messages) => await post(url, 'send', { messages });

/** Twice at the same moment, as when a webhook is called twice: two workers race for every key. */
export const keyedTwice: Way = async (url, messages) => {
	const [first, second] = await Promise.all([keyed(url, messages), keyed(url, messages)]);
	return first + second;
};

/** Without keys each post means messages of its own, which is to be seen in their texts. */
export const plain: Way = async (url, messages) =>
	await post(url, 'send-plain', (number) => ({
		messages: messages.map(({ to, text }) => ({ to, text: `${text} (${number})` })),
	}));

/**
 * Hands batches over, one execution each, a few at the same time.
 *
 * @param url the main process
 * @param pause ms between the starts
 * @returns how many posts it took: more than batches where n8n was away
 */
export async function handOver(
	url: string,
	way: Way,
	batches: Sms[][],
	pause: number,
): Promise<number> {
	const posts: Array<Promise<number>> = [];
	for (const messages of batches) {
		posts.push(way(url, messages));
		// Awaited below; until then a failure has to have somebody who knows of it.
		posts.at(-1)?.catch(() => undefined);
		await sleep(pause);
	}
	return (await Promise.all(posts)).reduce((sum, count) => sum + count, 0);
}
