import type { IDataObject } from 'n8n-workflow';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { z } from 'zod';

import { startService, type FaultKind } from '../service/index.mts';
import { contextOf } from './lib/context.mts';
import { fromItem, harness } from './lib/harness.mts';

const KEY = 'SECRETKEYsecretkey0123456789SECRETKEY777';
const h = harness({ keys: [KEY], now: Date.now });
const credential = (change = {}) => h.credential({ apiKey: KEY, ...change });

/** Everything that n8n would keep or show, with hidden properties, causes and stacks. */
const allOf = (value: unknown): string => {
	const whole = { depth: Infinity, maxStringLength: Infinity, maxArrayLength: Infinity };
	return JSON.stringify(value) + inspect(value, { ...whole, showHidden: true });
};

/** Answers that hold the key, as a careless service or proxy might send them. */
const ECHOES: FaultKind[] = [
	...[0, 1, 2, 8, 9, 13, 15, 777].map((code) => ({
		code,
		message: `Key ${KEY} is odd`,
		data: { key: [KEY], [KEY]: ['x'], apiKey: KEY },
	})),
	{ code: 13, data: KEY, message: '' },
	{ status: 403, body: `Denied: apiKey=${KEY}` },
	{ status: 200, body: `<html>/service/Link/Get?apiKey=${KEY}</html>` },
	{ drop: 'before' },
	{ status: 302, location: `https://${KEY}.example/${KEY};${KEY}?apiKey=${KEY}#apiKey=${KEY}` },
];

test.each([
	['stopWorkflow', KEY],
	['stopWorkflow', ` ${KEY}\n`],
	['continueRegularOutput', KEY],
	['continueErrorOutput', KEY],
] as const)('a failed run holds the key nowhere: %s, pasted as %j', async (onError, apiKey) => {
	for (const [n, kind] of ECHOES.entries()) {
		h.strike(`x${n}x`, kind);
		const items = [{ url: 'example.com' }, { url: `example.com/x${n}x` }];
		const more = { items, onError, credential: credential({ apiKey }) };
		const { run, error } = await h.run('link.create', { fullLink: fromItem('url') }, more);
		expect(allOf(run)).not.toContain(KEY);
		expect(allOf(error)).not.toContain(KEY);
	}
	expect(h.service.calls.length).toBeGreaterThanOrEqual(ECHOES.length);
	expect(h.service.calls.every(({ query }) => query.apiKey === KEY)).toBe(true);
});

test('neither does one that could not reach the server, or has no usable address', async () => {
	const gone = await startService();
	await gone.close();
	for (const baseUrl of [gone.url, `ftp://${KEY}`, `https://${KEY}.invalid`, '']) {
		const more = { credential: credential({ baseUrl }) };
		const node = h.node('link', 'link.create', { fullLink: 'example.com' }, more);
		const running = h.engine.start(node);
		await new Promise((resolve) => setTimeout(resolve, 100));
		running.cancel();
		const text = allOf(await running);
		expect(text).toContain('status');
		expect(text).not.toContain(KEY);
	}
});

/** A server that keeps what it is asked. */
async function listen() {
	const asked: string[] = [];
	const server = createServer(({ url, headers }, response) => {
		asked.push(allOf([url, headers]));
		response.end('{}');
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = z.object({ port: z.number() }).parse(server.address());
	return { asked, port, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

// n8n lets an HTTP Request node use any credential, and its address, proxy and headers may come from anybody.
test('a request of another node has the key if it goes straight to the service, and nothing otherwise', async () => {
	const [own, stranger] = [await listen(), await listen()];
	const credentials = credential({ baseUrl: `${own.url}/sms/service/` });
	const context = await contextOf(h, credentials);
	const { httpRequestWithAuthentication, requestWithAuthentication } = context.helpers;
	const [name, method] = ['mobizonSmsApi', 'POST'] as const;
	interface More {
		isProxied?: boolean;
		headers?: IDataObject;
	}
	const asks = [
		async (url: string, { isProxied, headers }: More = {}) => {
			const proxy = isProxied ? { host: '127.0.0.1', port: stranger.port } : undefined;
			await httpRequestWithAuthentication.call(context, name, { method, url, proxy, headers });
		},
		// As the HTTP Request node does.
		async (uri: string, { isProxied, headers }: More = {}) => {
			const options = { method, uri, proxy: isProxied ? stranger.url : undefined, headers };
			await requestWithAuthentication.call(context, name, options, undefined, 0);
		},
	];
	const path = '/sms/service/Link/List';
	const host = 'stranger.example';
	try {
		for (const ask of asks) {
			await ask(own.url + path, { headers: { Accept: 'text/plain' } });
			expect(own.asked.pop()).toContain(`apiKey=${KEY}`);
			await ask(`${own.url}/sms/service/../echo`);
			await ask(own.url + path.slice(4));
			// Another server at the same address.
			for (const headers of [{ Host: host }, { 'HOST\t': host }, { common: { host } }])
				await ask(own.url + path, { headers });
			await ask(stranger.url + path);
			await ask(stranger.url.replace('//', `//127.0.0.1:${own.port}@`) + path);
			await ask(own.url + path, { isProxied: true });
		}
	} finally {
		own.close();
		stranger.close();
	}
	expect([own.asked.length, stranger.asked.length]).toEqual([10, 6]);
	for (const asked of [...own.asked, ...stranger.asked])
		expect(asked).not.toMatch(/apiKey|SECRET|\?/);
});
