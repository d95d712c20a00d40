import { inspect } from 'node:util';

import { startService, type FaultKind } from '../service/index.mts';
import { contextOf } from './lib/context.mts';
import { fromItem, harness } from './lib/harness.mts';

const KEY = 'SECRETKEYsecretkey0123456789SECRETKEY777';
const h = harness({ keys: [KEY], now: Date.now });
const credential = (change = {}) => h.credential({ apiKey: KEY, ...change });

/** Everything that n8n would keep or show, with hidden properties, causes and stacks. */
const allOf = (value: unknown): string => {
	const [depth, maxStringLength, maxArrayLength] = [Infinity, Infinity, Infinity];
	return (
		JSON.stringify(value) +
		inspect(value, { depth, showHidden: true, maxStringLength, maxArrayLength })
	);
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
		const { run, error } = await h.link('link.create', { fullLink: fromItem('url') }, more);
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
		const running = h.engine.start(
			h.node('link', 'link.create', { fullLink: 'example.com' }, more),
		);
		await new Promise((resolve) => setTimeout(resolve, 100));
		running.cancel();
		const text = allOf(await running);
		expect(text).toContain('status');
		expect(text).not.toContain(KEY);
	}
});

// n8n lets an HTTP Request node use any credential, and its address may come from anybody.
test('a request of another node gets the key if it goes to the chosen server, and nothing otherwise', async () => {
	const other = await startService();
	const own = `${h.service.url}/service/Link/List`;
	const stranger = `${other.url}/service/Link/List`;
	const context = await contextOf(h, credential({ baseUrl: `${h.service.url}/service/` }));
	const { httpRequestWithAuthentication, requestWithAuthentication } = context.helpers;
	const name = 'mobizonSmsApi';
	const asks = [
		async (url: string) =>
			await httpRequestWithAuthentication.call(context, name, { method: 'POST', url }),
		// As the HTTP Request node does.
		async (uri: string) =>
			await requestWithAuthentication.call(context, name, { method: 'POST', uri }, undefined, 0),
	];
	const disguised = stranger.replace('http://', `http://${new URL(own).host}@`);
	try {
		for (const ask of asks)
			for (const url of [own, stranger, disguised]) await ask(url).catch(() => undefined);
	} finally {
		await other.close();
	}
	expect(h.service.calls.map(({ query }) => query.apiKey)).toEqual(asks.map(() => KEY));
	expect(other.calls.length).toBeGreaterThanOrEqual(asks.length);
	for (const { query, rawBody, headers } of other.calls) {
		expect(query).toEqual({});
		expect(allOf([rawBody, headers])).not.toContain(KEY);
	}
});
