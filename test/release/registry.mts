// As much of an npm registry as `npm publish` needs, in this process: it keeps what arrives.
import { createServer } from 'node:http';

/** The body of npm's PUT, as far as it is looked at. */
export interface Published {
	name: string;
	'dist-tags': Record<string, string>;
	versions: Record<string, Record<string, unknown>>;
	_attachments: Record<string, { data: string; length: number }>;
}

export interface Registry {
	url: string;
	arrived: { path: string; authorization: string | undefined; body: Published }[];
	close(): void;
}

/** Listens on a free port of this machine, and knows no package. */
export async function startRegistry(): Promise<Registry> {
	const arrived: Registry['arrived'] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const isPut = request.method === 'PUT';
			const { url: path = '', headers } = request;
			if (isPut) {
				const body: Published = JSON.parse(Buffer.concat(parts).toString('utf8'));
				arrived.push({ path, authorization: headers.authorization, body });
			}
			response.writeHead(isPut ? 201 : 404, { 'content-type': 'application/json' });
			response.end(isPut ? '{"ok":true}' : '{"error":"not found"}');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port }: { port: number } = Object.assign({ port: 0 }, server.address());
	return { url: `http://127.0.0.1:${port}/`, arrived, close: () => void server.close() };
}
