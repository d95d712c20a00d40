import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from './cluster.mts';
import type { Random } from '../lib/run/random.mts';

/** What was done to the cluster. */
export interface Troubles {
	kills: number;
	redisRestarts: number;
	mainRestarts: number;
}

/** As many deaths of workers at least. */
const KILLS = 10;

const startedAt = Date.now();
const tell = (what: string) =>
	console.log(`  ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${what}`);

/**
 * Kills workers at random moments and starts them again, until told to stop and for so many times at
 * least: on a busy machine they take long to start. Both are up in the end.
 */
async function killWorkers(
	{ workers }: Cluster,
	random: Random,
	troubles: Troubles,
	signal: AbortSignal,
): Promise<void> {
	const isEnough = () => signal.aborted && troubles.kills >= KILLS;
	while (!isEnough()) {
		await sleep(random.between(1_000, 6_000));
		if (isEnough()) return;
		const worker = workers[random.between(0, workers.length - 1)];
		await worker.kill();
		troubles.kills++;
		tell(`killed ${worker.name}`);
		await sleep(random.between(0, 2_000));
		await worker.start();
		tell(`${worker.name} is back`);
	}
}

/** Restarts Redis once, and later the main process. `span` is how long there is for both, in ms. */
async function restartOnce(
	{ redis, main }: Cluster,
	random: Random,
	troubles: Troubles,
	span: number,
): Promise<void> {
	await sleep(span * (0.2 + 0.2 * random.next()));
	await redis.restart();
	troubles.redisRestarts++;
	tell('restarted Redis');
	await sleep(span * (0.1 + 0.2 * random.next()));
	await main.end();
	tell('ended main');
	await main.start();
	troubles.mainRestarts++;
	tell('main is back');
}

/**
 * Makes trouble while `work` goes on, which takes about `span` ms, and until each kind of trouble was
 * made.
 */
export async function troubled(
	cluster: Cluster,
	random: Random,
	span: number,
	work: () => Promise<void>,
): Promise<Troubles> {
	const troubles: Troubles = { kills: 0, redisRestarts: 0, mainRestarts: 0 };
	const stop = new AbortController();
	const killing = killWorkers(cluster, random, troubles, stop.signal);
	// Awaited below; until then a failure has to have somebody who knows of it.
	killing.catch(() => undefined);
	const restarting = restartOnce(cluster, random, troubles, span);
	try {
		await Promise.all([work(), restarting]);
	} finally {
		stop.abort();
	}
	await killing;
	return troubles;
}
