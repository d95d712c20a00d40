import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { installInto } from '../lib/package.mts';
import type { Run } from '../lib/run/conduct.mts';
import { startPostgres, startRedis, type Postgres, type Redis } from './servers.mts';

/** An n8n in queue mode: databases, one main process, two workers. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** What the processes of one n8n in queue mode have in common. */
function environment(postgres: Postgres, redis: Redis): Record<string, string> {
	return {
		...postgres.env,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
	};
}

/**
 * Starts everything, in folders of its own below `folder`.
 *
 * @param more settings of all processes of n8n
 */
export async function startCluster(folder: string, run: Run, more: Record<string, string> = {}) {
	const postgres = await startPostgres(join(folder, 'postgres'));
	run.undo(() => postgres.stop());
	const redis = await startRedis(join(folder, 'redis'));
	run.undo(() => redis.stop());

	const homeOf = (name: string) => join(folder, name);
	const homes = ['main', 'worker-1', 'worker-2'].map(homeOf);
	for (const home of homes) await mkdir(home);
	await installInto(homes);

	const shared = { ...environment(postgres, redis), ...more };
	// One after the other: each takes the next free ports.
	const main = await run.n8n({ name: 'main', userFolder: homeOf('main'), port: 5790, env: shared });
	// Where questions are answered; a worker does not know by itself where main is.
	const env = { ...shared, WEBHOOK_URL: main.url };
	const worker = (name: string, port: number) =>
		run.n8n({ name, command: 'worker', userFolder: homeOf(name), port, env });
	const workers = [await worker('worker-1', 5800), await worker('worker-2', 5810)];
	return { postgres, redis, main, workers };
}
