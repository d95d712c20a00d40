import type { FaultKind } from '../service/index.mts';
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
	expect(main.map(({ json }) => json.error ?? json.code)).toEqual(
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
	expect(main.map(({ json }) => json.error)).toEqual(FAULTS.map(([, , message]) => message));
	expect(h.service.calls).toHaveLength(FAULTS.length);
	expect(main.every(({ json }) => String(json.message).endsWith('Method: Link/Create'))).toBe(true);
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
