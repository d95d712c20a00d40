import type { FaultKind } from '../service/index.mts';
import { DEFAULT_KEY, startService } from '../service/index.mts';
import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness({ now: Date.now });
const SEND = 'Message/SendSmsMessage';

/** What goes wrong with the answer, whether a read is asked again, and what is said after the last attempt. */
const FAULTS: Array<[kind: FaultKind, isRepeated: boolean, message: string]> = [
	[{ drop: 'before' }, true, 'The connection broke before the answer came (ECONNRESET)'],
	[{ drop: 'after' }, true, 'The connection broke before the answer came (ECONNRESET)'],
	[
		{ status: 500, at: 'after' },
		true,
		'The server answered with an HTTP status instead of a result (500)',
	],
	[{ status: 502 }, true, 'The server answered with an HTTP status instead of a result (502)'],
	[{ status: 429 }, true, 'The server answered with an HTTP status instead of a result (429)'],
	[{ status: 401 }, false, 'The server answered with an HTTP status instead of a result (401)'],
	[{ status: 404 }, false, 'The server answered with an HTTP status instead of a result (404)'],
	[{ status: 302 }, false, 'The server sends callers on to another address'],
	[{ html: true, at: 'after' }, false, 'A web page came back instead of an answer of the service'],
	[{ truncated: true, at: 'after' }, true, 'The answer is not what this service sends'],
	[{ empty: true, at: 'after' }, true, 'The answer is not what this service sends'],
	[{ status: 200, body: '{"status":"ok"}' }, true, 'The answer is not what this service sends'],
	[
		{ status: 200, body: '{"code":null,"data":1}' },
		true,
		'The answer is not what this service sends',
	],
	[{ status: 200, body: '[]' }, true, 'The answer is not what this service sends'],
];

/** Fault n meets the call whose body ends in the mark n. */
const strike = (method: string, mark: (n: number) => string, times: number) =>
	FAULTS.forEach(([kind], n) =>
		h.service.faults.add({ method, when: ({ rawBody }) => rawBody.endsWith(mark(n)), times, kind }),
	);

test('reads are asked again after faults that pass', async () => {
	FAULTS.forEach((_, n) => h.service.store.addLink({ code: `x${n}x` }));
	strike('Link/Get', (n) => `=x${n}x`, 1);
	const { main } = await h.link(
		'link.get',
		{ link: locator('code', fromItem('code')) },
		{ items: FAULTS.map((_, n) => ({ code: `x${n}x` })), onError: 'continueRegularOutput' },
	);
	expect(main.map(({ json, error }) => error?.message ?? json.code)).toEqual(
		FAULTS.map(([, isRepeated, message], n) => (isRepeated ? `x${n}x` : message)),
	);
	const counts = FAULTS.map(
		(_, n) => h.service.calls.filter(({ rawBody }) => rawBody.endsWith(`=x${n}x`)).length,
	);
	expect(counts).toEqual(FAULTS.map(([, isRepeated]) => (isRepeated ? 2 : 1)));
});

test('a link is created by one call, whatever becomes of the answer', async () => {
	strike('Link/Create', (n) => `x${n}x`, Infinity);
	const { main } = await h.link(
		'link.create',
		{ fullLink: fromItem('url') },
		{
			items: FAULTS.map((_, n) => ({ url: `example.com/x${n}x` })),
			onError: 'continueRegularOutput',
		},
	);
	expect(main.map(({ error }) => error?.message)).toEqual(FAULTS.map(([, , message]) => message));
	expect(h.service.calls).toHaveLength(FAULTS.length);
	expect(main.every(({ error }) => error?.description?.endsWith('Method: Link/Create'))).toBe(true);
});

const AFTER: FaultKind[] = [
	{ drop: 'after' },
	...[302, 401, 429, 500, 503].map((status) => ({ status, at: 'after' as const })),
	{ html: true, at: 'after' },
	{ truncated: true, at: 'after' },
	{ empty: true, at: 'after' },
];

test('a message is sent by one call, whatever becomes of the answer', async () => {
	const items = AFTER.map((_, n) => ({ to: 77011234500 + n, text: `x${n}x` }));
	AFTER.forEach((kind, n) =>
		h.service.faults.add({
			method: SEND,
			when: ({ rawBody }) => rawBody.includes(`x${n}x`),
			times: Infinity,
			kind,
		}),
	);
	const { main } = await h.message(
		'message.send',
		{ recipient: fromItem('to'), text: fromItem('text') },
		{ items, onError: 'continueRegularOutput' },
	);
	expect(h.wire(SEND)).toEqual(items.map(({ to, text }) => ({ recipient: String(to), text })));
	expect(h.service.store.messages.size).toBe(AFTER.length);
	expect(main.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
});

test.each([301, 302, 307, 308])(
	'a redirect (%i) is told and not followed: the message would be sent again',
	async (status) => {
		const address = `${h.service.url}/service/${SEND}`;
		const location = `${address}?output=json&api=v1&apiKey=${DEFAULT_KEY}`;
		h.service.faults.add({ method: SEND, kind: { status, location } });
		const { main } = await h.message(
			'message.send',
			{ recipient: '77011234567', text: 'Hi' },
			{ onError: 'continueRegularOutput' },
		);
		expect(h.methods()).toEqual([SEND]);
		expect(main[0].error?.message).toBe(
			`The server sends callers on to another address (${address})`,
		);
	},
);

test.each([
	['link.create', 'link', 'Link/Create'],
	['message.send', 'message', SEND],
] as const)(
	'%s: nothing was sent when the connection was refused, so it is made again',
	async (choice, type, method) => {
		const gone = await startService();
		await gone.close();
		const parameters = { fullLink: 'example.com', recipient: '77011234567', text: 'Hi' };
		const credential = h.credential({ baseUrl: gone.url });
		const running = h[type](choice, parameters, { credential });
		await new Promise((resolve) => setTimeout(resolve, 100));
		const back = await startService({ port: gone.port });
		const { main } = await running;
		expect(main[0].error).toBeUndefined();
		expect(back.calls.map((call) => [call.method, call.code])).toEqual([[method, 0]]);
		await back.close();
	},
);

test('a read is asked again after a pause, not at once', async () => {
	h.service.store.addLink();
	h.service.faults.add({ kind: { status: 503 } });
	const began = Date.now();
	const { main } = await h.link('link.get', { link: locator('id', 400001) });
	expect(main[0].json.id).toBe(400001);
	const [first, second] = h.service.calls.map(({ startedAt }) => startedAt);
	expect(second - first).toBeGreaterThanOrEqual(100);
	expect(Date.now() - began).toBeLessThan(3000);
});

test('a rate limit only slows a run down: every link is made once', async () => {
	h.service.faults.rateLimit = { perSecond: 20 };
	const items = Array.from({ length: 30 }, (_, n) => ({ url: `example.com/${n}` }));
	const { main } = await h.link('link.create', { fullLink: fromItem('url') }, { items });
	expect(main.map(({ error }) => error)).toEqual(items.map(() => undefined));
	expect([...h.service.store.links.all()].map(({ fullLink }) => fullLink).sort()).toEqual(
		items.map(({ url }) => url).sort(),
	);
});
