import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startN8n, type N8nProcess } from '../lib/n8nProcess.mts';
import { step } from '../lib/progress.mts';
import { startAudit, type Audit } from './audit.mts';
import type { Undo } from '../lib/run/conduct.mts';
import { installInto } from '../lib/run/install.mts';
import { Member } from '../traffic/member.mts';
import { keepPlain } from './plainStorage.mts';
import { startPostgres, type Postgres } from './postgres.mts';
import { startRedis, type Redis } from './redis.mts';

/** An n8n in queue mode: databases, one main process, two workers. */
export interface Cluster {
	postgres: Postgres;
	redis: Redis;
	/** What n8n wrote over. */
	audit: Audit;
	main: Member;
	workers: Member[];
}

/** What the processes of one n8n in queue mode have in common. */
function environment(postgres: Postgres, redis: Redis): Record<string, string> {
	return {
		...postgres.env,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		EXECUTIONS_DATA_PRUNE: 'false',
		N8N_LOG_LEVEL: 'debug',
		// That a worker is gone is noticed after seconds, not after a minute.
		QUEUE_WORKER_LOCK_DURATION: '10000',
		QUEUE_WORKER_LOCK_RENEW_TIME: '3000',
		QUEUE_WORKER_STALLED_INTERVAL: '4000',
		// In minutes. What nobody works on any more is marked as crashed; n8n's own pace is 3 hours.
		N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '1',
	};
}

/** Starts everything, in folders of its own below `folder`. */
export async function startCluster(folder: string, undo: Undo): Promise<Cluster> {
	const [postgres, redis] = await step('Starting PostgreSQL and Redis', async () => {
		const first = await startPostgres(join(folder, 'postgres'));
		undo(() => first.stop());
		const second = await startRedis(join(folder, 'redis'));
		undo(() => second.stop());
		return [first, second] as const;
	});

	const names = ['main', 'worker-1', 'worker-2'];
	const homes = names.map((name) => join(folder, name));
	for (const home of homes) await mkdir(home);
	await installInto(homes);

	const env = environment(postgres, redis);
	const start =
		(userFolder: string, command: 'start' | 'worker', port: number, more = {}) =>
		() =>
			startN8n({ userFolder, command, port, env: { ...env, ...more } });
	const launch = async (name: string, command: () => Promise<N8nProcess>): Promise<Member> => {
		const member = new Member(name, command);
		undo(() => member.end());
		await step(`Starting ${name}`, () => member.start());
		return member;
	};
	// One after the other: each takes the next free ports.
	const main = await launch('main', start(homes[0], 'start', 5790));
	// Where questions are answered; a worker does not know by itself where main is.
	const pages = { WEBHOOK_URL: main.url };
	await keepPlain(postgres);
	const audit = await startAudit(postgres);
	const workers = [
		await launch('worker-1', start(homes[1], 'worker', 5800, pages)),
		await launch('worker-2', start(homes[2], 'worker', 5810, pages)),
	];
	return { postgres, audit, redis, main, workers };
}
