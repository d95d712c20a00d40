import { execFile, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installPackages, startProgram, freePort } from '../lib/machine.mts';
import { installInto } from '../lib/package.mts';
import { options, type Run } from '../lib/run.mts';

const run = promisify(execFile);
/** Where Debian keeps the programs of each version of PostgreSQL. */
const VERSIONS = '/usr/lib/postgresql';

/** Puts the newest PostgreSQL on the path. @returns whether it and Redis are there */
async function findPrograms(): Promise<boolean> {
	const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
	const newest = join(VERSIONS, String(Math.max(0, ...versions)), 'bin');
	process.env.PATH = [newest, process.env.PATH].join(delimiter);
	const programs = ['redis-server', 'initdb'].map((name) => run(name, ['--version']));
	return await Promise.all(programs).then(Boolean, () => false);
}

interface Server extends SpawnOptions {
	command: string;
	args: string[];
	port: number;
	logFile: string;
	/** Asks it to end in order. */
	stopSignal: NodeJS.Signals;
}

/** Starts a database server and waits until it takes connections. @returns what stops it */
async function startServer(server: Server): Promise<() => Promise<void>> {
	const { command, args, port, logFile, stopSignal, ...options } = server;
	const answers = async () => {
		const socket = createConnection({ port, host: '127.0.0.1' });
		const isThere = await once(socket, 'connect').then(Boolean, () => false);
		socket.destroy();
		return isThere;
	};
	const group = await startProgram(command, args, logFile, answers, options);
	// Only the first process: it ends the others in order.
	return () => group.stop(() => void group.child.kill(stopSignal));
}

async function startRedis(folder: string) {
	await mkdir(folder);
	const port = await freePort();
	const settings = {
		port,
		bind: '127.0.0.1',
		dir: folder,
		// Every job is on disk at once, as a queue needs it.
		appendonly: 'yes',
		appendfsync: 'everysec',
		// Data is kept as it is, so that a search finds what is in it.
		'aof-use-rdb-preamble': 'no',
		rdbcompression: 'no',
		save: '30 1',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
	const logFile = join(folder, 'redis.log');
	const server = { command: 'redis-server', args, port, logFile, stopSignal: 'SIGTERM' } as const;
	const start = () => startServer(server);
	let stop = await start();
	return {
		port,
		stop: () => stop(),
		async restart() {
			await stop();
			stop = await start();
		},
	};
}

const USER = 'n8n';
const DATABASE = 'postgres';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** PostgreSQL refuses to run as root; Debian has a user for it. */
async function notRoot(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

async function startPostgres(folder: string) {
	const user = await notRoot();
	await mkdir(folder);
	if (user) {
		await chmod(dirname(folder), 0o711);
		await chown(folder, user.uid, user.gid);
	}
	const data = join(folder, 'data');
	const flags = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	await run('initdb', ['-D', data, ...flags], { ...user, cwd: folder });

	const port = await freePort();
	// Nobody cuts the power, so nothing needs to wait for the disk.
	const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
	const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const stop = await startServer({
		command: 'postgres',
		args: ['-D', data, '-p', String(port), ...given],
		port,
		logFile: join(dirname(folder), 'postgres.log'),
		stopSignal: 'SIGINT',
		...user,
	});
	const at = ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', DATABASE];
	return {
		stop,
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_DATABASE: DATABASE,
		},
		/** Executes a statement. @returns its rows */
		async rows(sql: string): Promise<string[][]> {
			// A separator that JSON has only in escaped form.
			const flags = ['--no-align', '--tuples-only', '--field-separator', '\t'];
			const options = { maxBuffer: 1024 ** 3 };
			const { stdout } = await run('psql', [...at, ...flags, '-c', sql], options);
			const lines = stdout.split('\n').filter((line) => line !== '');
			return lines.map((line) => line.split('\t'));
		},
		/** Writes all that the database holds into a file, as text. */
		async dump(file: string): Promise<void> {
			await run('pg_dump', [...at, '-f', file]);
		},
	};
}

/** An n8n in queue mode: databases, one main process, two workers. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts everything, in folders of its own below `folder`.
 *
 * @param more settings of all processes of n8n
 */
export async function startCluster(folder: string, run: Run, more: Record<string, string> = {}) {
	if (!(await findPrograms())) {
		await installPackages(['redis-server', 'postgresql']);
		await findPrograms();
	}
	const postgres = await startPostgres(join(folder, 'postgres'));
	run.undo(() => postgres.stop());
	const redis = await startRedis(join(folder, 'redis'));
	run.undo(() => redis.stop());

	const homeOf = (name: string) => join(folder, name);
	const homes = ['main', 'worker-1', 'worker-2'].map(homeOf);
	for (const home of homes) await installInto(home, options.tarball);

	const shared = {
		...postgres.env,
		EXECUTIONS_MODE: 'queue',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		...more,
	};
	const main = await run.n8n({ name: 'main', userFolder: homeOf('main'), env: shared });
	// Where questions are answered; a worker does not know by itself where main is.
	const env = { ...shared, WEBHOOK_URL: main.url };
	const worker = (name: string) =>
		run.n8n({ name, command: 'worker', userFolder: homeOf(name), env });
	const workers = [await worker('worker-1'), await worker('worker-2')];
	return { postgres, redis, main, workers };
}
