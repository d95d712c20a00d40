import { once } from 'node:events';
import { createServer } from 'node:net';

const TAKEN = ['EADDRINUSE', 'EACCES'];

/**
 * A free port on 127.0.0.1: the preferred one or the next free above it.
 * Throws when the 100 ports above the preferred one are all taken.
 */
export async function freePort(preferred: number): Promise<number> {
	for (let port = preferred; port <= preferred + 100; port++) {
		const server = createServer().listen(port, '127.0.0.1');
		const reason = await once(server, 'listening').then(() => undefined, Object);
		if (reason && !TAKEN.includes(reason.code)) throw reason;
		if (reason) continue;
		await once(server.close(), 'close');
		return port;
	}
	throw new Error(`No free port between ${preferred} and ${preferred + 100}`);
}
