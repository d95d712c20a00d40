import { createServer, type AddressInfo } from 'node:net';

import { NodeApiError, type IExecuteFunctions, type JsonObject } from 'n8n-workflow';

/** @returns the address of a request, at a port at which nothing listens */
export async function deadEnd(): Promise<(url: string) => string> {
	const gone = createServer();
	await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
	const { port } = gone.address() as AddressInfo;
	await new Promise((resolve) => gone.close(resolve));
	return (url) => String(Object.assign(new URL(url), { port: String(port) }));
}

/** What n8n's helper throws when none of a host's addresses could be connected to in time. */
export function connectTimedOut(context: IExecuteFunctions): NodeApiError {
	const code = 'ETIMEDOUT';
	const at = (address: string) =>
		Object.assign(new Error(`connect ${code} ${address}:443`), {
			...{ errno: -110, code, syscall: 'connect', address, port: 443 },
		});
	const several = new AggregateError([at('192.0.2.1'), at('192.0.2.2')], '');
	const cause = Object.assign(several, { code });
	const error = Object.assign(new Error('AggregateError'), { name: 'AggregateError', code, cause });
	return new NodeApiError(context.getNode(), error as unknown as JsonObject);
}
