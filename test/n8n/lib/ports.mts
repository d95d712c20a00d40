import { createServer, type AddressInfo } from 'node:net';

function tryPort(port: number): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', (error: NodeJS.ErrnoException) =>
			error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(undefined) : reject(error),
		);
		server.listen(port, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(isAddressInfo(address) ? address.port : undefined));
		});
	});
}

const isAddressInfo = (address: AddressInfo | string | null): address is AddressInfo =>
	typeof address === 'object' && address !== null;

/**
 * A free port on 127.0.0.1: the preferred one or the next free above it; any when none is preferred.
 * Throws when the 100 ports above the preferred one are all taken.
 */
export async function freePort(preferred = 0): Promise<number> {
	for (let candidate = preferred; candidate <= preferred + 100; candidate++) {
		const port = await tryPort(candidate);
		if (port !== undefined) return port;
	}
	throw new Error(`No free port between ${preferred} and ${preferred + 100}`);
}
