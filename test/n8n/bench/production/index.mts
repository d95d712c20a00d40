import { setTimeout as sleep } from 'node:timers/promises';
import { step, until } from '../../lib/progress.mts';
import type { Run } from '../../lib/run.mts';
import { accountAt, logIn, type Session } from '../../lib/session.mts';
import { triggerWorkflow } from '../../traffic/load.mts';
import { DEFAULT_KEY } from '../../../service/index.mts';
import { startService, type Remote } from '../lib/service.mts';
import { CONTENDERS, measureCrowds, type Row } from './crowds.mts';
import { readFile } from 'node:fs/promises';
import type { N8n } from '../../lib/n8nProcess.mts';
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

async function startRegular(run: Run): Promise<System> {
	const { n8n } = await run.product();
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

async function startQueue(run: Run): Promise<System> {
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

const CHANGES = 12;
/** Of the workflow, in ms. */
const INTERVAL = 5_000;

/** From the poll that was due after a change of status until the workflow has begun, in ms. */
export interface Lag {
	system: string;
	median: number;
	longest: number;
}

/** The service changes messages one after another, each at another moment between two polls. */
async function measureLag(
	system: string,
	session: Session,
	credentialId: string,
	remote: Remote,
): Promise<Lag> {
	const ids = await remote.ask('addMessages', CHANGES, { status: 'ENQUEUD' });
	const workflow = await session.publish(triggerWorkflow('any')(credentialId));
	const newest = async () => (await session.listExecutions(workflow.id)).at(0);
	const lags: number[] = [];
	await step(`${system}: changes until their workflow begins`, async () => {
		for (const [n, id] of ids.entries()) {
			const before = (await newest())?.id;
			await sleep(INTERVAL - (Date.now() % INTERVAL) + ((n + 0.5) * INTERVAL) / CHANGES);
			const changedAt = Date.now();
			await remote.ask('setStatus', id, 'DELIVRD');
			const begun = await until('The workflow begins', async () => {
				const last = await newest();
				return last?.id !== before && last;
			});
			const due = Math.ceil(changedAt / INTERVAL) * INTERVAL;
			lags.push(Date.parse(begun.startedAt) - due);
		}
	});
	await session.deactivate(workflow);
	lags.sort((a, b) => a - b);
	return { system, median: lags[Math.floor(lags.length / 2)], longest: lags[lags.length - 1] };
}

const SYSTEMS = { regular: startRegular, queue: startQueue };

export async function measureProduction(
	run: Run,
	only: string,
): Promise<{ rows: Row[]; lags: Lag[] }> {
	const rows: Row[] = [];
	const lags: Lag[] = [];
	const chosen = Object.entries(SYSTEMS).filter(([name]) => name.includes(only));
	if (chosen.length === 0) throw new Error(`"${only}" is neither regular nor queue`);
	for (const [, start] of chosen) {
		const service = await startService();
		run.undo(service.stop);
		const system = await start(run);
		const session = await logIn(system.url);
		const { url } = service;
		const account = accountAt({ url, timezone: 'Asia/Almaty', keys: [DEFAULT_KEY] });
		const credentialId = await session.createCredential(account);
		for (const { workflow } of CONTENDERS)
			await session.publish(workflow(credentialId, service.url));
		rows.push(...(await measureCrowds(system)));
		lags.push(await measureLag(system.name, session, credentialId, service));
		await system.end();
		service.stop();
	}
	return { rows, lags };
}
