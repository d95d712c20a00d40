import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../lib/ports.mts';
import { program, startServer } from './server.mts';

export type Redis = Awaited<ReturnType<typeof startRedis>>;

/** A private Redis with its data in a folder of its own. */
export async function startRedis(folder: string) {
	const path = await program('redis-server');
	await mkdir(folder);
	const port = await freePort(6390);
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
	const start = () => startServer({ path, args, port, logFile, stopSignal: 'SIGTERM' });
	let stop = await start();
	return {
		port,
		stop: () => stop(),
		/** Ends it in order and starts it again with what it had. */
		async restart() {
			await stop();
			stop = await start();
		},
	};
}
