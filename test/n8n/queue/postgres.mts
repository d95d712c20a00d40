import { execFile } from 'node:child_process';
import { chmod, chown, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../lib/ports.mts';
import { program, startServer } from './server.mts';

const run = promisify(execFile);
const USER = 'n8n';
const DATABASE = 'postgres';

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** PostgreSQL refuses to run as root; Debian has a user for it. */
async function notRoot(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

/** A private PostgreSQL with its data in a folder of its own. */
export async function startPostgres(folder: string) {
	const psql = await program('psql');
	const user = await notRoot();
	await mkdir(folder);
	if (user) {
		await chmod(dirname(folder), 0o711);
		await chown(folder, user.uid, user.gid);
	}
	const data = join(folder, 'data');
	const flags = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-sync'];
	await run(await program('initdb'), ['-D', data, ...flags], { ...user, cwd: folder });

	const port = await freePort(5490);
	// Nobody cuts the power, so nothing needs to wait for the disk.
	const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, fsync: 'off' };
	const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const stop = await startServer({
		path: await program('postgres'),
		args: ['-D', data, '-p', String(port), ...given],
		port,
		logFile: join(dirname(folder), 'postgres.log'),
		stopSignal: 'SIGINT',
		user,
	});
	const at = ['-h', '127.0.0.1', '-p', String(port), '-U', USER, '-d', DATABASE];
	return {
		stop,
		/** How n8n finds it. */
		env: {
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: '127.0.0.1',
			DB_POSTGRESDB_PORT: String(port),
			DB_POSTGRESDB_USER: USER,
			DB_POSTGRESDB_DATABASE: DATABASE,
		},
		/** Carries out statements of SQL. */
		async execute(sql: string): Promise<void> {
			await run(psql, [...at, '-v', 'ON_ERROR_STOP=1', '-q', '-c', sql]);
		},
		/** What a query finds; the fields of each row. */
		async rows(sql: string): Promise<string[][]> {
			// A separator that JSON has only in escaped form.
			const flags = ['--no-align', '--tuples-only', '--field-separator', '\t'];
			const options = { maxBuffer: 1024 ** 3 };
			const { stdout } = await run(psql, [...at, ...flags, '-c', sql], options);
			const lines = stdout.split('\n').filter((line) => line !== '');
			return lines.map((line) => line.split('\t'));
		},
		/** Writes all that the database holds into a file, as text. */
		async dump(file: string): Promise<void> {
			await run(await program('pg_dump'), [...at, '-f', file]);
		},
	};
}
