import { createServer as createHttpServer } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';

import type { Certificate } from './certificate.mts';

/** A server that says where it is and how many bytes of requests reached it, read in clear. */
export interface Witness {
	port: number;
	bytes(): number;
}

const closers: Array<() => void> = [];

/** Closes what the test has opened. */
export const closeAll = (): void => closers.splice(0).forEach((close) => close());

async function listening(server: Server, bytes: () => number): Promise<Witness> {
	const open = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		open.add(socket);
		socket.on('error', () => {});
	});
	await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
	closers.push(() => {
		for (const socket of open) socket.destroy();
		server.close();
	});
	return { port: (server.address() as AddressInfo).port, bytes };
}

/** TCP that does something to each connection; TLS is never answered, so nothing comes in clear. */
export async function tcp(onConnection: (socket: Socket) => void): Promise<Witness> {
	let bytes = 0;
	const server = createServer((socket) => {
		socket.on('data', (data) => {
			if (data.includes('POST /service')) bytes += data.length;
		});
		onConnection(socket);
	});
	return await listening(server, () => bytes);
}

/** TLS with a certificate; `onRequest` gets the connection when the first bytes of a request came. */
export async function tls(
	{ cert, key }: Certificate,
	onRequest: (socket: TLSSocket, raw: Socket) => void,
	options: TlsOptions,
): Promise<Witness> {
	let bytes = 0;
	const pem = key.export({ type: 'pkcs8', format: 'pem' });
	const raws: Socket[] = [];
	const server = createTlsServer({ key: pem, cert, ...options });
	server.on('connection', (socket: Socket) => raws.push(socket));
	server.on('tlsClientError', () => {});
	server.on('secureConnection', (socket) => {
		socket.on('error', () => {});
		socket.on('data', (data) => {
			bytes += data.length;
			onRequest(socket, raws[raws.length - 1]);
		});
	});
	return await listening(server, () => bytes);
}

/** A proxy, as HTTPS_PROXY names one to n8n: it passes on what comes after CONNECT. */
export async function proxy(): Promise<Witness> {
	const server = createHttpServer();
	server.on('connect', ({ url }, socket) => {
		const { hostname, port } = new URL(`http://${url}`);
		socket.write('HTTP/1.1 200 OK\r\n\r\n');
		const up = connect(Number(port), hostname);
		up.pipe(socket).pipe(up);
		up.on('error', () => socket.destroy());
	});
	return await listening(server, () => 0);
}
