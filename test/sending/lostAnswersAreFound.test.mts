import type { FaultKind } from '../service/index.mts';
import { until } from '../until.mts';
import { passes } from './lib/clock.mts';
import { play, scenes, wordsOf } from './lib/scene.mts';
import { CONTINUE, keptOf, LIST, people, range, REFUSED, SEND } from './lib/sending.mts';
import { sendingByOwnClock, to, UNHEARD } from './lib/sending.mts';

const s = sendingByOwnClock();
beforeEach(s.acquaint);
const STATUS = 'The server answered with an HTTP status instead of a result';
const GARBLED = 'The response is not what this service sends';

/** What comes instead of an answer, and how it is put when the message is not found. */
const FAULTS: Array<[kind: FaultKind, words: string]> = [
	[{ drop: 'before' }, 'The connection broke before the response came (ECONNRESET)'],
	[{ status: 500 }, `${STATUS} (500)`],
	[{ status: 502 }, `${STATUS} (502)`],
	[{ status: 504 }, `${STATUS} (504)`],
	[{ status: 408 }, `${STATUS} (408)`],
	[{ html: true }, 'A web page came back instead of a response of the service'],
	[{ truncated: true }, GARBLED],
	[{ empty: true }, GARBLED],
	[{ code: 3 }, 'The service could not carry out the call (code 3)'],
	[{ code: 999 }, 'Something went wrong inside the service (code 999)'],
];
const COUNT = FAULTS.length;
const ONE = { items: 1, called: [0], ends: ['found'] };
const after = (kind: FaultKind): FaultKind =>
	'drop' in kind ? { drop: 'after' } : { ...kind, at: 'after' };

test('lost before the service took it: called once, looked for, said to be unknown', async () => {
	const [{ main }] = await play(s, {
		items: COUNT,
		faults: FAULTS.map(([kind], n) => [n, kind, Infinity]),
		onError: 'continueRegularOutput',
		options: { maxConcurrent: COUNT },
		called: range(COUNT),
		looks: 5 * COUNT,
		ends: FAULTS.map(() => 'unknown'),
		errors: FAULTS.map(([, words], n) => `message to ${to(n)} was sent: ${words}`),
	});
	for (const { json } of main) {
		expect(json.message).toMatch(/not sent again\. Look for it with .* Get Many/);
	}
	expect(s.callsOf(LIST)[0].params).toEqual({
		criteria: { to: expect.stringMatching(/^77011231\d{3}$/) },
		sort: { campaignId: 'DESC' },
		pagination: { pageSize: '100', currentPage: '0' },
	});
});

test.each<[list: string, faults: number, says: RegExp]>([
	['cannot be read', Infinity, /^The list of messages could not be read, or not in time\./],
	['can be read once', 4, /^The list has no message that may be it\./],
])('not found, where the list %s: it says what was seen', async (_, faults, says) => {
	s.strike(to(0), { drop: 'before' });
	s.strikeList({ code: 9 }, faults);
	const { main } = await s.send(people(1), {}, CONTINUE);
	expect(main[0].json.message).toMatch(says);
});

test.each([
	['after', 'accepted'],
	['before', 'unknown'],
] as const)(
	'rows that come back from the error output as unknown, lost %s the service took them, are looked up, not sent again',
	async (drop, outcome) => {
		const rows = [...people(2), ...people(1)];
		const more = { onError: 'continueErrorOutput' as const, executionId: 'looping' };
		const twin = await s.send(people(1), {}, more);
		for (const n of [0, 1]) s.strike(to(n), { drop }, Infinity);
		s.service.faults.listLag = 60_000;
		const first = await s.send(rows, {}, { ...more, context: keptOf(twin), earlierRuns: 1 });
		const left = first.errors.map(({ json }) => json);
		expect(left.map(({ details }) => details)).toMatchObject(Array(3).fill({ outcome: 'unknown' }));
		passes(60_000);
		s.service.faults.clear();
		const next = [...left, ...people(3).slice(2)];
		const again = { ...more, context: keptOf(first), earlierRuns: 2 };
		const { main, errors } = await s.send(next, {}, again);
		expect(s.called().sort()).toEqual([to(0), to(0), to(0), to(1), to(2)]);
		const ends = [...main, ...errors].map(
			({ json }) => Object({ ...json, ...Object(json.details) }).outcome,
		);
		expect(ends.sort()).toEqual(['accepted', outcome, outcome, outcome].sort());
		const ids = [...twin.main, ...main].map(({ json }) => json.messageId);
		expect(new Set(ids).size).toBe(ids.length);
	},
);

test('a row that comes back as unknown is found by the try after one that did not find it', async () => {
	const more = { onError: 'continueErrorOutput' as const, executionId: 'looping' };
	s.strike(to(0), UNHEARD);
	s.service.faults.listLag = 88_000;
	const first = await s.send(people(1), {}, more);
	passes(50_000);
	const rows = first.errors.map(({ json }) => json);
	const run = { ...more, context: keptOf(first), earlierRuns: 1, retryOnFail: { maxTries: 2 } };
	expect(wordsOf(await s.send(rows, {}, run))).toEqual(['found']);
	expect(s.called()).toEqual([to(0)]);
});

test('a row that another execution left unknown is sent', async () => {
	s.strike(to(0), UNHEARD);
	s.strikeList({ code: 9 }, 5);
	const { main } = await s.send(people(1), {}, CONTINUE);
	const left = main.map(({ json }) => ({ ...people(1)[0], ...json }));
	expect(wordsOf(await s.send(left))).toEqual(['sent']);
});

test('equal messages of two executions, of which the first could not look for its own: the second one finds its own', async () => {
	const [, { main }] = await play(
		s,
		{ ...ONE, ...CONTINUE, faults: [[0, UNHEARD, 2]], unreadable: 5, ends: ['unknown'] },
		ONE,
	);
	const last = [...s.service.store.messages.all()].at(-1);
	expect(String(main[0].json.messageId)).toBe(last?.id);
});

test.each([
	['unknown', 5],
	['found', 0],
])('n8n began anew, a retry says it is %s: the next one finds it', async (end, unread) => {
	s.strike(to(0), UNHEARD);
	s.strikeList({ code: 9 }, 5);
	const failed = await s.send(people(1));
	s.restart();
	await s.acquaint();
	const retry = async () => wordsOf(await s.retry(failed, people(1)));
	s.strikeList({ code: 9 }, unread);
	expect([await retry(), await retry()]).toEqual([[end], ['found']]);
	expect(s.taken()).toEqual([to(0)]);
});

test('not found, with a Send Once Key: it takes another key to send it', async () => {
	s.strike(to(0), { drop: 'before' });
	const { main } = await s.send(people(1), { sendOnceKey: 'order 1' }, CONTINUE);
	expect(main[0].json.message).toMatch(/in a new execution, with another Send Once Key, only if/);
});

test('lost after the service took it: called once, found, and put out as accepted', async () => {
	const [{ main }] = await play(s, {
		items: COUNT,
		faults: FAULTS.map(([kind], n) => [n, after(kind), Infinity]),
		...CONTINUE,
		options: { maxConcurrent: COUNT },
		called: range(COUNT),
		// How the times of the list run is measured once for all.
		looks: 2 * COUNT + 1,
		ends: FAULTS.map(() => 'found'),
	});
	const messages = new Map([...s.service.store.messages.all()].map((each) => [each.to, each]));
	expect(main).toEqual(
		range(COUNT).map((n) => ({
			json: {
				recipient: to(n),
				campaignId: Number(messages.get(to(n))?.campaignId),
				messageId: Number(messages.get(to(n))?.id),
				status: null,
				statusText: null,
				segments: 1,
				outcome: 'accepted',
				recovered: true,
			},
			pairedItem: { item: n },
		})),
	);
});

test('lost messages with other texts to one number are each found', async () => {
	s.strike(to(0), { drop: 'after' }, 2);
	const items = ['One', 'Two'].map((text) => ({ to: to(0), text }));
	const { main } = await s.send(items, {}, CONTINUE);
	const textOf = (id: unknown) => s.service.store.message(Number(id))?.text;
	expect(main.map(({ json }) => [json.recovered, textOf(json.messageId)])).toEqual([
		[true, 'One'],
		[true, 'Two'],
	]);
});

scenes(s, {
	// After 0.5, 1.5 and 3.5 s; twice more for its time.
	'a message that shows late in the list is found when it shows': {
		...ONE,
		...{ faults: [[0, UNHEARD]], lag: 2500, looks: 5 },
	},
	'a message that the service makes a second after the connection broke is found': {
		...ONE,
		faults: [[0, { drop: { late: 1000 } }]],
	},
});

test('in stop mode nothing more is sent until the outcome is known, and then the rest, however often that is', async () => {
	const faults = range(4).map((n): [number, FaultKind] => [n, UNHEARD]);
	const ends = [...faults.map(() => 'found'), 'sent'];
	await play(s, { items: 5, faults, called: range(5), ends });
	const methods = s.service.calls.map(({ method }) => method);
	expect([methods.indexOf(LIST), methods.lastIndexOf(LIST)]).toEqual([1, methods.length - 2]);
});

test('in stop mode, too, look-ups share the time of the run', async () => {
	const limits = jest.spyOn(AbortSignal, 'timeout');
	const faults = range(2).map((n): [number, FaultKind] => [n, UNHEARD]);
	await play(s, { items: 2, faults, called: [0, 1], ends: ['found', 'found'] });
	// The first took half a second of its minute.
	expect(Math.min(...limits.mock.calls.map(([ms]) => ms))).toBe(59_500);
});

test('the first message of a process stays unknown: nothing shows how the times of the list run', async () => {
	s.restart();
	s.strike(to(0), UNHEARD);
	const { main } = await s.send(people(1), {}, CONTINUE);
	const id = Number([...s.service.store.messages.all()].at(-1)?.id);
	expect(main[0].json.details).toMatchObject({ reason: 'unmeasured', found: [id] });
	expect(main[0].json.message).toContain(`the list has an equal message: ${id}. `);
	// Nothing is asked for that cannot be there.
	expect(s.callsOf(LIST).map(({ params }) => params)).toEqual(
		range(5).map(() => expect.objectContaining({ criteria: { to: to(0) } })),
	);
});

test.each([300, -300, 900, -900, 7000, -7000])('a clock off by %d ms: found', async (ms) => {
	s.service.setFreedoms({ accountClockOffset: ms });
	s.restart();
	await s.acquaint();
	const ends = ['found', 'sent'];
	await play(s, { items: 2, faults: [[0, UNHEARD]], ...CONTINUE, called: [0, 1], ends });
});

test.each([
	['n8n and the list have one clock', 2000, 'Asia/Almaty', 0, { recovered: true }],
	['that of the list is a second ahead', 2000, 'Asia/Almaty', 1000, { recovered: true }],
	['it has gone out', 48 * 3_600_000, 'Asia/Almaty', 0, { recovered: true }],
	['the zone is wrong', 2000, 'Asia/Tokyo', 0, { details: { reason: 'unmeasured' } }],
])('after a deferred message, where %s', async (_, ms, timezone, accountClockOffset, json) => {
	s.service.setFreedoms({ accountClockOffset });
	s.restart();
	const credential = s.credential({ timezone });
	const deferred = { additionalFields: { deferredToTs: '2026-03-11 09:00:00' } };
	await s.send(people(1), {}, { credential, ...deferred });
	passes(ms);
	s.strike(to(1), UNHEARD);
	const { main } = await s.send(people(2).slice(1), {}, { credential, ...CONTINUE });
	expect(main[0].json).toMatchObject(json);
});

test.each([
	['beginning', 'after', 463],
	['end', 'before', 663],
] as const)('measured by a message of the %s of a slow call: found', async (_, at, ms) => {
	s.restart();
	// So that the list drops much of the second of its message, or nothing.
	passes(ms);
	const open = s.hold(SEND, at);
	const slow = s.send(people(1));
	await until(() => (at === 'after' ? s.taken() : s.called()).length > 0);
	passes(1900);
	open();
	await slow;
	const items = people(3).slice(1);
	for (const item of items) s.strike(String(item.to), UNHEARD);
	const { main } = await s.send(items, { maxConcurrent: 1, interval: 500 }, CONTINUE);
	expect(wordsOf({ main })).toEqual(items.map(() => 'found'));
});

test('after a message whose sending began late, and one before that: found', async () => {
	await s.send([{ to: to(9), text: 'Hello' }]);
	const { messages } = s.service.store;
	const [{ id, createdAt }] = [...messages.all()].slice(-1);
	passes(20_000);
	messages.update(id, { startSendTs: createdAt + 10_000 });
	await play(s, { ...ONE, faults: [[0, UNHEARD]] });
});

test('in a list whose times cannot be read: found by its ID', async () => {
	s.strike(to(0), UNHEARD);
	const data = { items: [{}] };
	const when = () => {
		const all = [...s.service.store.messages.all()];
		data.items = all.map(({ id, campaignId, to: number, text }) => ({
			...{ id, campaignId, to: number, text, startSendTs: 'soon' },
		}));
		return true;
	};
	s.service.faults.add({ method: LIST, when, times: Infinity, kind: { code: 0, data } });
	expect(wordsOf(await s.send(people(1), {}, CONTINUE))).toEqual(['found']);
});

test('two executions with two credentials of one account: one lost message is not taken by both', async () => {
	s.strike(to(0), UNHEARD);
	s.strike(to(0), { drop: 'before' });
	const both = ['1', '2'].map(async (credentialId) => {
		const { main } = await s.send(people(1), {}, { ...CONTINUE, credentialId });
		return main[0].json.details;
	});
	const expected = { outcome: 'unknown', reason: 'rival', found: [expect.any(Number)] };
	expect(await Promise.all(both)).toMatchObject([expected, expected]);
});

test('executions with two zones for one account lose their answers at once: each finds its own message', async () => {
	const items = people(2);
	for (const item of items) s.strike(String(item.to), { drop: 'after' });
	const sent = ['Asia/Almaty', 'Europe/Berlin'].map(async (timezone, n) => {
		const credential = s.credential({ timezone });
		return wordsOf(await s.send([items[n]], {}, { credential, ...CONTINUE }));
	});
	expect(await Promise.all(sent)).toEqual([['found'], ['found']]);
});

const QUEUED = { code: 100, data: '812' };

test('queued by the service: what the list does not show comes out as queued, and is not sent again', async () => {
	const [{ main }] = await play(s, {
		items: 3,
		faults: [
			[0, QUEUED],
			[1, REFUSED],
			[2, { ...QUEUED, at: 'after' }],
		],
		tries: 2,
		called: [0, 1, 1, 2],
		ends: ['queued', 'sent', 'found'],
	});
	expect(main[0].json).toMatchObject({ taskId: '812', messageId: null });
});

test('a text that was cut amid an emoji is found, and a dry run shows it as it is sent', async () => {
	const cut = { ...ONE, items: [{ to: to(0), text: 'Hi \ud83d' }] };
	const [, { main }] = await play(
		s,
		{ ...cut, faults: [[0, UNHEARD]] },
		{ ...cut, options: { dryRun: true }, called: [], ends: ['dryRun'] },
	);
	expect(main[0].json.text).toBe('Hi \ufffd');
});

test('texts whose links the service shortened are known all the same', async () => {
	const texts = [
		'Track https://example.com/parcels/1 today',
		'See https://example.com.',
		'Open https://example.com?order=1&x=2',
		'(https://example.com/a) and http://localhost.test:8080/b, please',
		'https://пример.рф/путь',
		'No link, 3.50 only',
	];
	s.service.store.publicUrl = 'https://mbzn.co/';
	await play(s, {
		items: texts.map((text, n) => ({ to: to(n), text })),
		faults: texts.map((_, n) => [n, UNHEARD]),
		...CONTINUE,
		additionalFields: { shortenLinks: true },
		options: { maxConcurrent: texts.length },
		called: range(texts.length),
		ends: texts.map(() => 'found'),
	});
	const kept = [...s.service.store.messages.all()].map(({ text }) => text);
	expect(kept.filter((text) => text.includes('https://mbzn.co/'))).toHaveLength(5);
});
