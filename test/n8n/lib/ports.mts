import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const TAKEN = ['EADDRINUSE', 'EACCES'];
/** How far above a port the one is that marks it. */
const MARK = 10_000;
/** What marks the ports that this process has been given, until it ends. */
const marks = new Map<number, Server>();

/** Listens on a port of 127.0.0.1; undefined when it is taken. */
async function listen(port: number): Promise<Server | undefined> {
	const server = createServer().unref().listen(port, '127.0.0.1');
	const reason = await once(server, 'listening').then(() => undefined, Object);
	if (reason && !TAKEN.includes(reason.code)) throw reason;
	return reason ? undefined : server;
}

/**
 * A free port on 127.0.0.1: the preferred one or the next free above it. Another run on this machine does not get it:
 * what is started may need some seconds until it listens.
 * Throws when the 100 ports above the preferred one are all taken.
 */
export async function freePort(preferred: number): Promise<number> {
	for (let port = preferred; port <= preferred + 100; port++) {
		const mark = marks.get(port) ?? (await listen(port + MARK));
		const server = mark && (await listen(port));
		if (server) await once(server.close(), 'close');
		if (server && mark) {
			marks.set(port, mark);
			return port;
		}
		if (!marks.has(port)) mark?.close();
	}
	throw new Error(`No free port between ${preferred} and ${preferred + 100}`);
}
