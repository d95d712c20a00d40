import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.mts';
import { until } from '../lib/progress.mts';
import type { Random } from '../lib/run/options.mts';

/** So many deaths of workers. */
const KILLS = 10;

/** One for each such share of the messages. What a death leaves unknown is never sent: all are reached. */
const SHARE = 0.05;

/** Which share of all messages the service was called for, from 0 to 1. */
type Progress = () => number;

const startedAt = Date.now();
const tell = (what: string) =>
	console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);

/** Waits for progress, also on a slow machine. */
const reached = (share: number, progress: Progress) =>
	until('Progress', async () => progress() >= share, { timeout: 1_800_000, interval: 50 });

/** Kills workers while they send, and starts them again. Both are up in the end. */
async function killWorkers({ workers }: Cluster, random: Random, progress: Progress) {
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

/** Restarts Redis once, and later the main process. */
async function restartOnce({ redis, main }: Cluster, random: Random, progress: Progress) {
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
export async function troubled(cluster: Cluster, random: Random, progress: Progress) {
	await Promise.all([
		killWorkers(cluster, random, progress),
		restartOnce(cluster, random, progress),
	]);
	return KILLS;
}
