import { openSync } from 'node:fs';
import { createConnection } from 'node:net';
import { spawnGroup } from '../lib/group.mts';
import { until } from '../lib/progress.mts';

export interface Server {
	port: number;
	stop(): Promise<void>;
}

interface Command {
	program: string;
	args: string[];
	port: number;
	logFile: string;
	/** Asks it to end in order. */
	stopSignal: NodeJS.Signals;
	/** Whose process it is; that of this process when left out. */
	user?: { uid: number; gid: number };
}

const answers = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = createConnection({ port, host: '127.0.0.1' });
		socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
		socket.once('connect', () => socket.destroy());
	});

/** Starts a database server and waits until it takes connections. */
export async function startServer(command: Command): Promise<Server> {
	const { program, args, port, logFile, stopSignal, user } = command;
	const log = openSync(logFile, 'a');
	const { child, exited, signal } = spawnGroup(program, args, {
		...user,
		stdio: ['ignore', log, log],
	});
	let ended = false;
	void exited.then(() => (ended = true));
	const ready = async () => {
		if (ended) throw new Error(`${program} ended before it was ready. Log: ${logFile}`);
		return answers(port);
	};
	await until(`${program} (log: ${logFile})`, ready, { timeout: 30_000 });
	const stop = async () => {
		// Only the first process: it ends the others in order.
		child.kill(stopSignal);
		const timer = setTimeout(() => signal('SIGKILL'), 10_000);
		await exited;
		clearTimeout(timer);
	};
	return { port, stop };
}
