import { onSleep } from '../runner/sleep.mts';
import { until } from '../until.mts';
import { startService, type FaultKind } from '../service/index.mts';
import { CONTINUE, fromItem, harness, KEYS, locator } from './lib/harness.mts';

/** The pauses that the nodes asked for, in ms. They last a tenth of it. */
const pauses: number[] = [];
onSleep(async (ms, real) => {
	pauses.push(ms);
	await real(ms / 10);
});
beforeEach(() => (pauses.length = 0));

const h = harness({ now: Date.now });
const SEND = 'Message/SendSmsMessage';

const BROKEN = 'The connection broke before the response came (ECONNRESET)';
const ODD = 'The response is not what this service sends';
const HTML = 'A web page came back instead of a response of the service';
const ELSEWHERE = 'The server redirects to another address';
const status = (code: number) =>
	`The server answered with an HTTP status instead of a result (${code})`;

/** What is said of a write that may have been carried out. */
const open = (message: string) => `It is not known whether this was done: ${message}`;
/** After these, a write was certainly not carried out. */
const NOT_DONE = [status(429), status(401), status(404), ELSEWHERE];

/** What goes wrong with the answer, whether a read is asked again, and what is said after the last attempt. */
const FAULTS: Array<[kind: FaultKind, isRepeated: boolean, message: string]> = [
	[{ drop: 'before' }, true, BROKEN],
	[{ drop: 'after' }, true, BROKEN],
	[{ status: 500, at: 'after' }, true, status(500)],
	[{ status: 502 }, true, status(502)],
	[{ status: 429 }, true, status(429)],
	[{ status: 401 }, false, status(401)],
	[{ status: 404 }, false, status(404)],
	[{ status: 302 }, false, ELSEWHERE],
	[{ html: true, at: 'after' }, false, HTML],
	[{ truncated: true, at: 'after' }, true, ODD],
	[{ empty: true, at: 'after' }, true, ODD],
	[{ status: 200, body: '{"status":"ok"}' }, true, ODD],
	[{ status: 200, body: '{"code":null,"data":1}' }, true, ODD],
	[{ status: 200, body: '[]' }, true, ODD],
];

test('reads are asked again after faults that pass, after a pause', async () => {
	const items = FAULTS.map(([kind], n) => {
		h.service.store.addLink({ code: `x${n}x` });
		h.strike(`x${n}x`, kind, 1);
		return { code: `x${n}x` };
	});
	const link = locator('code', fromItem('code'));
	const { main } = await h.run('link.get', { link }, { items, ...CONTINUE });
	expect(main.map(({ json }) => json.error ?? json.code)).toEqual(
		FAULTS.map(([, isRepeated, message], n) => (isRepeated ? `x${n}x` : message)),
	);
	const repeated = FAULTS.filter(([, isRepeated]) => isRepeated).length;
	expect(h.service.calls).toHaveLength(FAULTS.length + repeated);
	expect(pauses.filter((ms) => ms >= 125)).toHaveLength(repeated);
});

test('a link is created by one call, whatever becomes of the answer', async () => {
	const items = FAULTS.map(([kind], n) => {
		h.strike(`x${n}x`, kind);
		return { url: `example.com/x${n}x` };
	});
	const given = { fullLink: fromItem('url') };
	const { main } = await h.run('link.create', given, { items, ...CONTINUE });
	expect(main.map(({ json }) => [json.error, json.message])).toEqual(
		FAULTS.map(([, , message]) =>
			NOT_DONE.includes(message)
				? [message, expect.stringMatching(/Method: Link\/Create$/)]
				: [open(message), expect.stringMatching(/^Look with the operation Get Many/)],
		),
	);
	expect(h.service.calls).toHaveLength(FAULTS.length);
});

test.each([301, 302, 307, 308])('a redirect (%i) of a message is not followed', async (code) => {
	const query = `output=json&api=v1&apiKey=${h.credential().apiKey}`;
	const location = `${h.service.url}/service/${SEND}?${query}`;
	h.service.faults.add({ method: SEND, kind: { status: code, location } });
	const message = { recipient: '77011234567', text: 'Hi' };
	const { main } = await h.run('message.send', message, CONTINUE);
	expect(h.methods()).toEqual([SEND]);
	// It can be entered as the Base URL.
	expect(main[0].json.error).toBe(`${ELSEWHERE} (${h.service.url})`);
});

test.each([
	['link.create', 'Link/Create'],
	['message.send', SEND],
])('%s is made again after a refused connection', async (choice, method) => {
	const gone = await startService();
	await gone.close();
	const parameters = { fullLink: 'example.com', recipient: '77011234567', text: 'Hi' };
	const credential = h.credential({ baseUrl: gone.url });
	// Whoever sits before the editor is told sooner.
	const running = h.run(choice, parameters, { credential, mode: 'trigger' });
	await until(() => pauses.length > 0);
	const back = await startService({ port: gone.port, keys: KEYS });
	const { main } = await running;
	expect(main[0].json.error).toBeUndefined();
	expect(back.calls.map((call) => [call.method, call.code])).toEqual([[method, 0]]);
	await back.close();
});

const FRAMED = { items: [{ id: '400001', code: 'abcd' }] };
const NO_LINK = [null, [], '', true, {}, 'text', FRAMED, { code: 'abcd' }];

test.each(NO_LINK)('code 0 with %j is no link', async (data) => {
	h.service.store.addLink({ expirationDate: '2026-12-31' });
	for (const method of ['Link/Get', 'Link/Create'])
		h.service.faults.add({ method, times: Infinity, kind: { code: 0, data } });
	const link = locator('id', 400001);
	const runs = [
		await h.run('link.create', { fullLink: 'example.com' }),
		await h.run('link.get', { link }),
		// The date that is to be kept could not be read, so nothing is changed.
		await h.run('link.update', { link, updateFields: { comment: 'New' } }),
	];
	expect(runs.map(({ error }) => error?.message)).toEqual([open(ODD), ODD, ODD]);
	// One answer out of many may be empty: a read asks again, a write never does.
	const isBlank = !data || JSON.stringify(data).length === 2;
	const reads = Array(isBlank ? 4 : 2).fill('Link/Get');
	expect(h.methods()).toEqual(['Link/Create', ...reads]);
});
