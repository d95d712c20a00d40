import { readFileSync } from 'node:fs';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';

import { NodeApiError, type IExecuteFunctions, type JsonObject } from 'n8n-workflow';

const FOLDER = join(process.cwd(), 'test/sending/lib/model');

const listening = async <T extends Server>(server: T): Promise<number> => {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
};

/** Addresses at which a connection fails before a byte of a request is written. */
export class DeadEnds {
	private constructor(
		private readonly ports: { refused: number; untrusted: number },
		private readonly server: Server,
	) {}

	static async start(): Promise<DeadEnds> {
		const gone = createTcpServer();
		const refused = await listening(gone);
		await new Promise((resolve) => gone.close(resolve));
		const untrusted = createTlsServer({
			key: readFileSync(join(FOLDER, 'untrusted.key.pem')),
			cert: readFileSync(join(FOLDER, 'untrusted.cert.pem')),
		});
		untrusted.on('tlsClientError', () => {});
		return new DeadEnds({ refused, untrusted: await listening(untrusted) }, untrusted);
	}

	/** @param url where the request was to go */
	urlFor(kind: 'refused' | 'untrusted' | 'noTls', url: string): string {
		const dead = new URL(url);
		if (kind !== 'refused') dead.protocol = 'https:';
		if (kind !== 'noTls') dead.port = String(this.ports[kind]);
		return String(dead);
	}

	close(): void {
		this.server.close();
	}
}

/** What n8n's helper throws when none of a host's addresses could be connected to in time. */
export function connectTimedOut(context: IExecuteFunctions): NodeApiError {
	const at = (address: string) =>
		Object.assign(new Error(`connect ETIMEDOUT ${address}:443`), {
			...{ errno: -110, code: 'ETIMEDOUT', syscall: 'connect', address, port: 443 },
		});
	const several = new AggregateError([at('192.0.2.1'), at('192.0.2.2')], '');
	const error = Object.assign(new Error('AggregateError'), {
		...{
			name: 'AggregateError',
			code: 'ETIMEDOUT',
			cause: Object.assign(several, { code: 'ETIMEDOUT' }),
		},
	});
	return new NodeApiError(context.getNode(), error as unknown as JsonObject);
}
