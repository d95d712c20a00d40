import { readFile } from 'node:fs/promises';

import { installInto } from '../../lib/package.mts';
import type { N8n } from '../../lib/n8nProcess.mts';
import type { Run } from '../../lib/run/conduct.mts';
import { startCluster } from '../../queue/cluster.mts';

/** An n8n as it is used, and what it has cost so far. */
export interface System {
	name: string;
	url: string;
	/** Time of the processor in the processes of n8n, in ms. */
	cpu(): Promise<number>;
	/** What was written to the database, in bytes. */
	written(): Promise<number>;
	end(): Promise<void>;
}

/** Of the kernel, in Hz: how it counts the time of the processor. */
const TICKS = 100;

async function cpuOf(processes: N8n[]): Promise<number> {
	const stats = processes.map(async ({ pid }) => await readFile(`/proc/${pid}/stat`, 'utf8'));
	const ticks = (await Promise.all(stats)).flatMap((stat) => {
		// The name in brackets may hold spaces.
		return stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14).map(Number);
	});
	return (ticks.reduce((sum, each) => sum + each, 0) * 1000) / TICKS;
}

/** One process, SQLite. */
export async function startRegular(run: Run): Promise<System> {
	const userFolder = await run.folder();
	await installInto([userFolder]);
	const n8n = await run.n8n({ userFolder, port: 5820 });
	return {
		name: 'regular, SQLite',
		url: n8n.url,
		cpu: () => cpuOf([n8n]),
		async written() {
			const io = await readFile(`/proc/${n8n.pid}/io`, 'utf8');
			return Number(/^write_bytes: (\d+)$/m.exec(io)?.[1]);
		},
		end: () => n8n.end(),
	};
}

/** Two workers, PostgreSQL. */
export async function startQueue(run: Run): Promise<System> {
	const { main, workers, postgres, redis } = await startCluster(await run.folder(), run);
	const processes = [main, ...workers];
	return {
		name: 'queue, PostgreSQL',
		url: main.url,
		cpu: () => cpuOf(processes),
		async written() {
			const [[bytes]] = await postgres.rows("SELECT pg_current_wal_lsn() - '0/0'");
			return Number(bytes);
		},
		async end() {
			for (const each of [...workers, main]) await each.end();
			await redis.stop();
			await postgres.stop();
		},
	};
}
