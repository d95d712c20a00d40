import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.mts';
import type { Random } from '../lib/run/random.mts';

/** So many deaths of workers. */
const KILLS = 10;

/** One for each such share of the messages. What a death leaves unknown is never sent: all are reached. */
const SHARE = 0.05;

/** When nothing is sent for so long, in ms, nothing will be. */
const STANDSTILL = 300_000;

/** Which share of all messages the service was called for, from 0 to 1. */
type Progress = () => number;

const startedAt = Date.now();
const tell = (what: string) =>
	console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);

/** Waits for progress, however slow the machine is. @throws Error when there is none */
async function until(share: number, progress: Progress): Promise<void> {
	let [last, movedAt] = [progress(), Date.now()];
	while (progress() < share) {
		await sleep(50);
		if (progress() > last) [last, movedAt] = [progress(), Date.now()];
		if (Date.now() - movedAt > STANDSTILL) throw new Error(`nothing is sent any more, at ${last}`);
	}
}

/** Kills workers while they send, and starts them again. Both are up in the end. */
async function killWorkers({ workers }: Cluster, random: Random, progress: Progress) {
	for (let kills = 0; kills < KILLS; kills++) {
		await until((kills + random.next()) * SHARE, progress);
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
	await until(0.1 + 0.1 * random.next(), progress);
	await redis.restart();
	tell('restarted Redis');
	await until(0.25 + 0.1 * random.next(), progress);
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
