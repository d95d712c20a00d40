import { existsSync, openSync, readdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';
import { installPackages } from '../lib/debian.mts';
import { hasExited, spawnGroup } from '../lib/group.mts';
import { until } from '../lib/progress.mts';

const PACKAGES = ['redis-server', 'postgresql'];
/** Debian keeps the programs of each version of PostgreSQL apart. */
const VERSIONS = '/usr/lib/postgresql';

/** Finds a program of Redis or PostgreSQL; installs Debian's packages where it is missing, or says what to do. */
export async function program(name: string): Promise<string> {
	const find = () => {
		const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS).map(Number) : [];
		const newestFirst = versions.sort((a, b) => b - a).map((each) => `${VERSIONS}/${each}/bin`);
		const folders = [...newestFirst, ...(process.env.PATH ?? '').split(delimiter)];
		return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
	};
	if (find() === undefined) await installPackages(PACKAGES);
	const path = find();
	if (path === undefined) throw new Error(`Not found: ${name}`);
	return path;
}

interface Command {
	path: string;
	args: string[];
	port: number;
	logFile: string;
	/** Asks it to end in order. */
	stopSignal: NodeJS.Signals;
	/** Whose process it is; that of this process when left out. */
	user?: { uid: number; gid: number };
}

const answers = async (port: number): Promise<boolean> => {
	const socket = createConnection({ port, host: '127.0.0.1' });
	const isThere = await once(socket, 'connect').then(Boolean, () => false);
	socket.destroy();
	return isThere;
};

/** Starts a database server and waits until it takes connections. @returns what stops it */
export async function startServer(command: Command): Promise<() => Promise<void>> {
	const { path, args, port, logFile, stopSignal, user } = command;
	const log = openSync(logFile, 'a');
	const group = spawnGroup(path, args, { ...user, stdio: ['ignore', log, log] });
	const ready = async () => {
		if (hasExited(group)) throw new Error(`${path} ended before it was ready. Log: ${logFile}`);
		return answers(port);
	};
	await until(`${path} (log: ${logFile})`, ready, { timeout: 120_000 });
	// Only the first process: it ends the others in order.
	return () => group.stop(() => void group.child.kill(stopSignal));
}
