import type { IDataObject, IExecuteContextData, INodeParameters } from 'n8n-workflow';

import { KEYS } from '../engine/lib/harness.mts';
import type { Freedoms } from '../service/index.mts';
import { gate, until } from '../until.mts';
import { passes, pauses } from './lib/clock.mts';
import { expectOwn, wordOf, wordsOf } from './lib/scene.mts';
import { CONTINUE, keptOf, LIST, LOST, people, person, range, REFUSED } from './lib/sending.mts';
import { SEND, sendingByOwnClock, startProcess, to, type More } from './lib/sending.mts';

// n8n is killed amid a run: nothing of the execution is saved, and people click Retry. All that is left is when the
// first execution began, which n8n says in each retry, and the service's list.
/** How far the clock of the service is ahead. */
let aheadMs = 0;
afterEach(() => void (aheadMs = 0));
const s = sendingByOwnClock({ now: () => Date.now() + aheadMs });

/** Starts an execution, and kills n8n when the service gets the nth call. @returns when the execution began */
async function killedAt(nth: number, items: IDataObject[], more: More = {}): Promise<number> {
	const began = Date.now();
	passes(1000);
	let calls = 0;
	s.atEach(() => {
		if (++calls === nth) running.cancel();
	});
	const running = s.start(items, { maxConcurrent: 4 }, { mode: 'trigger', began, ...more });
	await running;
	s.service.faults.clear();
	s.restart();
	passes(20_000);
	return began;
}

const retry = async (items: IDataObject[], began: number, more: More = {}) =>
	await s.send(items, {}, { mode: 'retry', began, ...CONTINUE, ...more });

/** Of another account, or of the same one after a rotation. */
const NEW_KEY = { apiKey: KEYS[KEYS.length - 1] };

const sentTwice = () => s.taken().filter((number, n, all) => all.indexOf(number) !== n);
const count = (words: string[], word: string) => words.filter((each) => each === word).length;
const expectOneForEach = (rows: IDataObject[]) =>
	expect(s.taken().toSorted()).toEqual(rows.map((row) => row.to).sort());

const sendAt = (deferredToTs: string) => ({ additionalFields: { deferredToTs } });
const others = (rows: IDataObject[]) => rows.map((row) => ({ ...row, text: 'Another' }));

test.each<[how: string, change: (rows: IDataObject[]) => IDataObject[], more?: More]>([
	['as they were', (rows) => rows],
	['that are deferred', (rows) => rows, sendAt('2026-03-11 09:00:00')],
	['in another order', (rows) => rows.toReversed()],
	['and more of them', (rows) => [...rows, ...people(25).slice(20)]],
	['with other texts for some', (rows) => [...rows.slice(0, 15), ...others(rows.slice(15))]],
	['and two equal ones more', (rows) => [...rows, rows[0], rows[0]]],
])('rows %s: one retry sends the rest, and others nothing', async (_, change, more = {}) => {
	const began = await killedAt(8, people(20), more);
	const [sent, rows] = [s.taken().length, change(people(20))];
	const first = await retry(rows, began, more);
	expect(count(wordsOf(first), 'found')).toBe(sent);
	const second = await retry(rows, began, more);
	s.restart();
	passes(20_000);
	const third = await retry(rows, began, more);
	for (const later of [second, third]) expect(wordsOf(later)).toEqual(rows.map(() => 'found'));
	for (const each of [first, second, third]) expectOwn(s, rows, each);
	expectOneForEach(rows);
});

test.each([1, 8].flatMap((size) => range(9).map((nth) => [nth, size])))(
	'response %i of the list is empty by mistake: none of %i is sent again',
	async (nth, size) => {
		const began = await killedAt(size + 1, people(size));
		const data = { items: [], totalItemCount: '0' };
		s.service.faults.add({ method: LIST, after: nth, kind: { code: 0, data } });
		await retry(people(size), began);
		expectOneForEach(people(size));
	},
);

test('a list of one page and a row counts that row too little: nobody gets a message twice', async () => {
	s.service.setFreedoms({ totalOff: -1 });
	const [began, items] = [Date.now(), people(202).slice(100)];
	await s.send(items.slice(1), {}, { mode: 'trigger', began });
	s.restart();
	passes(80_000);
	await retry(items, began);
	expectOneForEach(items);
});

test('clocks are set back amid the run: what was sent after that looks older, and is not sent again', async () => {
	const timezone = 'Europe/Berlin';
	const began = Date.UTC(2026, 9, 25, 0, 50);
	jest.setSystemTime(began);
	s.service.setFreedoms({ accountTimezone: timezone });
	const more = { credential: s.credential({ timezone }), began };
	s.atEach(() => passes(4 * 60_000));
	await s.send(people(4), { maxConcurrent: 1 }, { mode: 'trigger', ...more });
	s.restart();
	passes(80_000);
	await retry(people(4), began, more);
	expect([sentTwice(), s.taken().length]).toEqual([[], 4]);
});

test.each<[what: string, word: string, after: INodeParameters, edit?: IDataObject, more?: More]>([
	['an edit of Max Segments', 'found', { maxSegments: 1 }],
	['an edit of Allowed Countries', 'found', { allowedCountries: ['UA'] }],
	['an edit of Skip Recipients', 'found', { skipRecipients: 'Anna' }],
	['an edit of Send Once Key', 'found', { sendOnceKey: '={{ $json.order }}' }],
	['an edit of the text', 'unknown', {}, { text: null }],
	['the hour before Send At', 'found', {}, {}, sendAt('2026-03-10T08:01:00Z')],
])('%s refuses all: what was sent before is %s', async (_, word, after, edit = {}, more = {}) => {
	const items = people(8, () => ({ text: 'a'.repeat(161) }));
	const began = await killedAt(3, items, more);
	passes(60_000);
	const sent = s.taken();
	const ends = items.map((item) => (sent.includes(String(item.to)) ? word : 'refused'));
	const now = items.map((item) => ({ ...item, ...edit }));
	const given: More = { mode: 'retry', began, ...CONTINUE, ...more };
	expect(wordsOf(await s.send(now, { ...after, maxMessages: 7 }, given))).toEqual(ends);
	expect(s.taken()).toEqual(sent);
});

test('of two retries at the same time the second waits for the first, and sends what that was refused', async () => {
	const [began, items] = [Date.now(), people(4)];
	const { held, open } = gate();
	s.strike(to(0), { delay: held, at: 'after' });
	s.strike(to(1), REFUSED);
	s.strike(to(2), LOST);
	const more: More = { mode: 'retry', began, ...CONTINUE };
	const first = s.send(items, { maxConcurrent: 1 }, more);
	await until(() => s.taken().length === 1);
	const stopped = s.start(items, {}, more);
	const second = retry(items, began);
	stopped.cancel();
	await stopped;
	for (let n = 0; n < 4; n++) await s.acquaint();
	expect(s.called()).toEqual([]);
	open();
	expect(wordsOf(await first)).toEqual(['sent', 'refused', 'unknown', 'sent']);
	expect(wordsOf(await second)).toEqual(['found', 'sent', 'unknown', 'found']);
	expect(s.taken()).toEqual([0, 3, 1].map(to));
});

/** An execution of another process that sends one message a second from now on, whatever n8n calls it. */
function goesOn(items: IDataObject[], last = items.length) {
	const { store } = s.service;
	const began = Date.now();
	let sent = 0;
	const when = () => {
		for (; sent < Math.min(last, (Date.now() - began) / 1000); sent++) {
			const createTs = began + 1000 * sent;
			const campaignId = String(9_000_000 + sent);
			store.campaigns.add({ id: campaignId, name: '', createTs });
			store.addMessage({ ...items[sent], campaignId, createdAt: createTs });
		}
		return false;
	};
	s.service.faults.add({ method: LIST, when, kind: { delay: 0 } });
	passes(11_000);
	return { began, end: () => (last = sent) };
}

test('an execution of another process that has ended: the retry sends the rest', async () => {
	const items = people(400).slice(100);
	const { began } = goesOn(items, 10);
	expect(count(wordsOf(await retry(items, began)), 'sent')).toBe(290);
	expectOneForEach(items);
});

test('while an execution of another process sends, its retry does not', async () => {
	const items = people(400).slice(100);
	const { began, end } = goesOn(items);
	const { main } = await retry(items, began);
	expect(main.filter(({ json }) => Object(json.details).reason === 'sending')).toHaveLength(300);
	expect(count(main.map(wordOf), 'unknown')).toBe(300);
	expect(s.called()).toEqual([]);
	const sent = end();
	passes(80_000);
	expect(count(wordsOf(await retry(items, began)), 'sent')).toBe(300 - sent);
	expectOneForEach(items);
});

test.each([
	[1, 120, 0],
	[10, 120, 0],
	[10, 300, 16_000],
	[300, 600, 0],
])('nor does it in a loop: %i of %i in a run, and %i ms between two', async (size, all, ms) => {
	const items = people(all);
	const { began } = goesOn(items);
	const more: More = { context: {}, mode: 'retry', began, ...CONTINUE };
	for (let n = 0; n * size < all; n++) {
		await s.send(items.slice(n * size, (n + 1) * size), {}, { ...more, earlierRuns: n });
		passes(ms);
	}
	expect(s.called()).toEqual([]);
});

test('the retry of a loop waits for the list only once, if nothing more comes', async () => {
	const items = people(50);
	const { began } = goesOn(items);
	passes(600_000);
	const node = s.node([], {}, { mode: 'retry', began, ...CONTINUE });
	const rounds = range(10).map((n) => items.slice(n * 5, n * 5 + 5));
	const start = Date.now();
	await s.engine.start(node, rounds);
	expect([s.called(), Date.now() - start < 100_000]).toEqual([[], true]);
});

test.each([
	['', 0],
	[', where its clock is 5 minutes behind', -300_000],
])(
	'what the list showed as new is new to a later run of a loop, too%s: it waits for the rest',
	async (_, accountClockOffset) => {
		s.service.setFreedoms({ accountClockOffset });
		const [began, process] = [Date.now(), startProcess()];
		s.service.faults.listLag = 30_000;
		for (const n of range(3)) {
			await s.send([person(n)], {}, { mode: 'trigger', began });
			passes(n === 0 ? 200_000 : 25_000);
		}
		const node = s.node([], { interval: 100_000 }, { mode: 'retry', began, process, ...CONTINUE });
		const rounds = [people(7).slice(4), people(3).slice(1)];
		await s.engine.start(node, rounds);
		expect(sentTwice()).toEqual([]);
	},
);

test('of many messages, the newest show that others may not be listed yet', async () => {
	const [began, process] = [Date.now(), startProcess()];
	s.service.faults.listLag = 30_000;
	await s.send(people(150), { interval: 3000 }, { mode: 'trigger', began });
	await retry(people(150), began, { process });
	expect(sentTwice()).toEqual([]);
});

test('in the retry of a loop, the list is read whole once that takes fewer calls', async () => {
	const began = await killedAt(21, people(20));
	passes(100_000);
	await loop(began, ...range(20).map((n) => [n]));
	const ofOne = s.callsOf(LIST).filter(({ rawBody }) => rawBody.includes('criteria[to]'));
	expect(new Set(ofOne.map(({ params }) => Object(params).criteria.to))).toEqual(new Set([to(0)]));
});

test('a number to which nothing is listed is asked for in two calls, not in each run of a loop', async () => {
	const began = Date.now();
	s.service.store.addMessages(5000);
	passes(100_000);
	s.strike(to(0), REFUSED, 3);
	await loop(began, [0], [0], [0]);
	const asked = s.callsOf(LIST).filter(({ rawBody }) => rawBody.includes('criteria[to]'));
	expect(asked).toHaveLength(2);
});

test('nor does another node of the retry', async () => {
	const { began } = goesOn(people(300));
	const more: More = { context: {}, mode: 'retry', began, ...CONTINUE };
	await s.send(people(300), {}, { ...more, nodeId: 'another' });
	const words = wordsOf(
		await s.send(
			people(3, () => ({ text: 'Later' })),
			{},
			more,
		),
	);
	expect(words).toEqual(range(3).map(() => 'unknown'));
});

const loop = async (began: number, ...rounds: number[][]) => await loopIn('retry', began, rounds);

async function loopIn(mode: More['mode'], began: number, rounds: number[][]): Promise<void> {
	const node = s.node([], { maxConcurrent: 1 }, { mode, began, ...CONTINUE });
	const items = rounds.map((some) => some.map((n) => person(n)));
	await s.engine.start(node, items);
	passes(20_000);
}

test.each([
	['in one run', [range(6)]],
	['in a loop', range(6).map((n) => [n])],
])(
	'an execution that goes on in the same process, %s, and two retries: one for each',
	async (_, rounds) => {
		const began = Date.now();
		const { held, open } = gate();
		s.strike(to(1), { delay: held, at: 'after' });
		const first = loopIn('trigger', began, rounds);
		await until(() => s.called().includes(to(1)));
		passes(80_000);
		const retries = range(2).map(async () => await loop(began, ...rounds));
		for (let n = 0; n < 60; n++) await s.acquaint();
		open();
		await Promise.all([first, ...retries]);
		expect(s.taken().toSorted()).toEqual(range(6).map(to));
	},
);

test('a retry does not wait for another workflow that began in the same millisecond', async () => {
	const began = Date.now();
	const { held, open } = gate();
	s.strike(to(0), { delay: held, at: 'after' });
	let isOver = false;
	const other = s.send(people(1), {}, { mode: 'trigger', began, workflowId: 'another' });
	void other.finally(() => (isOver = true));
	await until(() => s.taken().length === 1);
	const words = wordsOf(await retry(people(2).slice(1), began));
	expect([words, isOver]).toEqual([['sent'], false]);
	open();
	await other;
});

test.each([
	['was sent', people(2)],
	['may have been sent', people(2, () => ({ text: 'Another' }))],
])('in retries of a loop, Max Messages counts what %s before', async (_, first) => {
	const began = Date.now();
	await s.send(people(2), {}, { mode: 'trigger', began });
	s.restart();
	passes(20_000);
	for (let n = 0; n < 2; n++) {
		const node = s.node([], { maxMessages: 3 }, { mode: 'retry', began, ...CONTINUE });
		const { data } = await s.engine.start(node, [first, people(4).slice(2)]);
		const { json } = data.resultData.runData.Node.at(-1)?.data?.main[0]?.[0] ?? {};
		expect(json?.error).toMatch('2 messages after 2 earlier in this execution');
	}
	expect(s.taken()).toHaveLength(2);
});

/** The people of each run of a loop, in retries one after the other, and who got a message. */
test.each<[what: string, happens: () => void, loops: number[][][], taken: number[]]>([
	[
		'equal texts: a run does not take what belongs to another one',
		() => s.strike(to(0), REFUSED),
		range(3).map(() => [[0], [0], [0], [0]]),
		[0, 0, 0, 0],
	],
	[
		'equal texts: no two items have one message',
		() => s.strike(to(0), REFUSED),
		[[[1], [0, 0]], [[0]], [[1], [0, 0]]],
		[1, 0, 0],
	],
	[
		'equal texts: nor in a run with more of them',
		() => undefined,
		[[[0]], [[1], [0, 0]]],
		[0, 1, 0],
	],
	[
		'rows that moved to another run: what one sent is found by the other, also where it shows late',
		() => (s.service.faults.listLag = 60_000),
		[[[1], [0]], [[0]]],
		[1, 0],
	],
])('retries of a loop, %s', async (_, happens, loops, taken) => {
	const began = Date.now();
	happens();
	for (const rounds of loops) await loop(began, ...rounds);
	expect(s.taken()).toEqual(taken.map(to));
});

test('retries at the same time of a loop with equal texts: what one left unknown is unknown for the other, too', async () => {
	const began = Date.now();
	s.strike(to(0), LOST);
	await Promise.all([loop(began, [0], [0]), loop(began, [0], [0])]);
	expect(s.taken()).toHaveLength(1);
});

describe.each<[what: string, happens: () => void]>([
	['another node failed', () => undefined],
	['n8n was killed, and had saved the progress', s.restart],
])('an execution that ends between two messages that are equal, since %s', (_, happens) => {
	test.each<[what: string, more: (kept: IExecuteContextData) => More]>([
		['run of a loop', (context) => ({ context, earlierRuns: 1 })],
		['node', ({ flow }) => ({ context: { flow }, nodeId: 'another' })],
	])('the retry sends that of the next %s', async (_, moreOf) => {
		const began = Date.now();
		const kept = keptOf(await s.send(people(1), {}, { mode: 'trigger', began }));
		const more = () => moreOf(structuredClone(kept ?? {}));
		happens();
		passes(20_000);
		const next = await retry(people(1), began, more());
		expect([wordsOf(next), s.taken()]).toEqual([['sent'], [to(0), to(0)]]);
		// What crashed after that has told nobody.
		s.restart();
		passes(20_000);
		const again = await retry(people(1), began, more());
		expect([wordsOf(again), s.taken()]).toEqual([['found'], [to(0), to(0)]]);
	});
});

test('what is in doubt in one retry is in doubt in the retry of that, and is not sent', async () => {
	const began = Date.now();
	const { flow = {} } =
		keptOf(await s.send(people(1), {}, { mode: 'trigger', began, nodeId: 'a' })) ?? {};
	const kept = () => ({ context: structuredClone({ flow }) });
	await killedAt(9, [person(1)], { began, ...kept() });
	const items = [{ to: to(1), text: 'Another' }, person(2)];
	const first = await retry(items, began, kept());
	s.restart();
	const second = await retry(items, began, { context: keptOf(first) });
	for (const each of [first, second]) expect(wordsOf(each)).toEqual(['unknown', 'sent']);
	expect(s.taken()).toEqual([0, 1, 2].map(to));
});

describe.each<[what: string, happens: () => Promise<unknown>]>([
	['was started anew', async () => undefined],
	['has another process, which knows an older message', async () => await s.acquaint()],
])('an execution that waits between two runs that are equal, while n8n %s', (_, happens) => {
	/** The first run is that of a process that is gone. @returns what it saved, and when it began */
	async function waited() {
		const process = startProcess();
		await happens();
		const began = Date.now();
		const { context } = kept(await s.send(people(1), {}, { mode: 'trigger', began, process }));
		passes(20_000);
		return { context, began };
	}
	const kept = (result: Awaited<ReturnType<typeof retry>>) => ({ context: keptOf(result) });

	test('the retry sends what the second run was refused', async () => {
		const { began, context } = await waited();
		const run = { began, earlierRuns: 1 };
		s.strike(to(0), REFUSED);
		const failed = await s.send(people(1), {}, { mode: 'trigger', ...run, context });
		expect(failed.error?.message).toContain('(code 15)');
		const retried = await retry(people(1), began, { ...run, ...kept(failed) });
		expect([wordsOf(retried), s.taken()]).toEqual([['sent'], [to(0), to(0)]]);
	});

	test('the retry sends that of a third run, where the second one sent nothing', async () => {
		const { began, context } = await waited();
		const options = { skipRecipients: to(0) };
		const run: More = { mode: 'trigger', began, earlierRuns: 1, context };
		const skipped = await s.send(people(1), options, run);
		expect(wordsOf(skipped)).toEqual(['skipped']);
		s.restart();
		const retried = await retry(people(1), began, { earlierRuns: 2, ...kept(skipped) });
		expect([wordsOf(retried), s.taken()]).toEqual([['sent'], [to(0), to(0)]]);
	});
});

test.each([
	['the same API key', {}, {}],
	['a new API key', NEW_KEY, {}],
	['a new API key, after one that sent nothing', NEW_KEY, { earlierRuns: 1 }],
])('a run long after its beginning, %s: takes no message of others', async (_, changed, later) => {
	const began = Date.now();
	passes(86_400_000);
	await s.send(people(1));
	s.restart();
	passes(2 * 86_400_000);
	s.strike(to(0), REFUSED);
	const failed = await s.send(people(1), {}, { mode: 'trigger', began });
	const more = { context: keptOf(failed), credential: s.credential(changed), ...later };
	const words = wordsOf(await retry(people(1), began, more));
	expect([words, s.taken()]).toEqual([['sent'], [to(0), to(0)]]);
});

test('a retry with the credential of another account, whose IDs are lower: nobody gets a message twice', async () => {
	const credential = s.credential(NEW_KEY);
	await s.send(people(30), {}, { credential });
	s.strike(to(0), REFUSED);
	const began = Date.now();
	const options = { maxConcurrent: 1 };
	const failed = await s.send(people(12), options, { mode: 'trigger', began, credential });
	expect(failed.error?.message).toContain('(code 15)');
	s.service.reset();
	const context = () => ({ context: keptOf(failed) });
	await killedAt(6, people(12), { mode: 'retry', began, ...context() });
	const sent = s.taken().length;
	const words = wordsOf(await retry(people(12), began, context()));
	expect([sentTwice(), count(words, 'found'), s.taken().length]).toEqual([[], sent, 12]);
});

test.each(['Asia/Almaty', 'America/New_York'])(
	'a text that is another one in the retry (%s): not sent to those who got the first, and it says why',
	async (timezone) => {
		const credential = s.credential({ timezone });
		const began = await killedAt(8, people(20), { credential });
		const sent = s.taken().length;
		const edited = people(20, (n) => ({ text: `Later, ${n}` }));
		const { main } = await retry(edited, began, { credential });
		expect(sentTwice()).toEqual([]);
		const unknown = main.filter((item) => wordOf(item) === 'unknown');
		expect(unknown).toHaveLength(sent);
		for (const { json } of unknown) {
			const found = [...s.service.store.messages.all()].find(
				(each) => each.to === Object(json.details).recipient,
			);
			expect(json.details).toMatchObject({ reason: 'text', found: [Number(found?.id)] });
		}
	},
);

test('a text that was changed right after a retry: not sent to whom that sent the first, although the list does not show it yet', async () => {
	await s.acquaint();
	const began = Date.now();
	passes(100_000);
	s.service.faults.listLag = 60_000;
	await retry(people(1), began);
	expect(wordsOf(await retry(others(people(1)), began))).toEqual(['unknown']);
});

const HOUR = 3_600_000;
test.each<[what: string, lag: number, free: Partial<Freedoms>, timezone: string]>([
	['shows messages 75 s late', 75_000, {}, 'Asia/Almaty'],
	['has a clock that is 7 s behind', 0, { accountClockOffset: -7000 }, 'Asia/Almaty'],
	['has a clock that is 7 s ahead', 2000, { accountClockOffset: 7000 }, 'Asia/Almaty'],
	['has a clock that is 5 minutes behind', 60_000, { accountClockOffset: -300_000 }, 'Asia/Almaty'],
	['is in a zone west of the one in the credential', 0, {}, 'Asia/Tokyo'],
	['is in a zone east of the one in the credential', 60_000, {}, 'America/New_York'],
	['has moved texts', 0, { textStored: 'trimmed' }, 'Asia/Almaty'],
])('the list %s: nobody gets a message twice', async (_, lag, free, timezone) => {
	s.service.setFreedoms(free);
	s.service.faults.listLag = lag;
	const credential = s.credential({ timezone });
	const items = people(12, (n) => ({ text: ` Hello ${n}` }));
	const began = await killedAt(6, items, { credential });
	s.service.faults.listLag = lag;
	await retry(items, began, { credential });
	s.restart();
	passes(100_000);
	const { main } = await retry(items, began, { credential });
	expect(sentTwice()).toEqual([]);
	expect(s.taken()).toHaveLength(12);
	expect(main.every((item) => ['found', 'unknown'].includes(wordOf(item)))).toBe(true);
	const reasons = main.flatMap(({ json }) => Object(json.details).reason ?? []);
	expect(reasons.every((reason) => ['time', 'text'].includes(reason))).toBe(true);
});

test.each<[what: string, free: Partial<Freedoms>, timezone: string]>([
	['has a clock that is 5 minutes behind', { accountClockOffset: -300_000 }, 'Asia/Almaty'],
	['has a clock that is 5 minutes ahead', { accountClockOffset: 300_000 }, 'Asia/Almaty'],
	['is in a zone west of the one in the credential', {}, 'Asia/Tokyo'],
	['is in a zone east of the one in the credential', {}, 'America/New_York'],
])('the list %s: an accepted message shows it, so all are found', async (_, free, timezone) => {
	s.service.setFreedoms(free);
	const credential = s.credential({ timezone });
	// Equal ones of before, which the list shows as well, and one to somebody who was not reached.
	await s.send([...people(2), ...others(people(12).slice(11))], {}, { credential });
	passes(30_000);
	const began = await killedAt(6, people(12), { credential });
	await s.acquaint();
	const words = wordsOf(await retry(people(12), began, { credential }));
	expect(count(words, 'found') + count(words, 'sent')).toBe(12);
	expect(s.taken()).toHaveLength(15);
});

test('a list that is late for what a retry in another process has just sent is waited for', async () => {
	const [began, items] = [Date.now(), people(4)];
	s.strike(to(0), REFUSED);
	const failed = await s.send(items, { maxConcurrent: 1 }, { began });
	const kept = () => ({ context: keptOf(failed) });
	s.service.faults.listLag = 30_000;
	const process = startProcess();
	await retry(people(1), began, { ...kept(), process });
	passes(31_000);
	await retry(items, began, { ...kept(), process });
	expect(s.taken()).toHaveLength(4);
	expect(wordsOf(await retry(items, began, kept()))).toEqual(items.map(() => 'found'));
});

test('another worker, older than the execution, waits until the list must show what a killed one sent', async () => {
	const process = startProcess();
	passes(60_000);
	s.service.faults.listLag = 60_000;
	const began = await killedAt(6, people(12));
	s.service.faults.listLag = 60_000;
	await retry(people(12), began, { process });
	expect([sentTwice(), s.taken().length]).toEqual([[], 12]);
});

test.each([
	['an hour ahead', -HOUR, 0],
	['an hour behind', HOUR, 60_000],
	['half a minute ahead', -HOUR / 120, 0],
	['two minutes ahead', -HOUR / 30, 0],
])('n8n was %s, and is set right before two retries: nobody gets it twice', async (_, by, lag) => {
	[aheadMs, s.service.faults.listLag] = [by, lag];
	const began = await killedAt(6, people(12));
	[aheadMs, s.service.faults.listLag] = [0, lag];
	jest.setSystemTime(Date.now() + by);
	for (let n = 0; n < 2; n++) {
		passes(60_000);
		await retry(people(12), began);
		expect(sentTwice()).toEqual([]);
	}
});

test('the clock was set back by an hour since the execution began: its retry waits for the list, not for an hour', async () => {
	const process = startProcess();
	const began = await killedAt(2, people(2));
	jest.setSystemTime(Date.now() - HOUR);
	await retry(people(2), began, { process });
	expect(Math.max(...pauses)).toBe(75_000);
});

test('a run that began by a clock two minutes ahead: what its retry sent is known to the next one', async () => {
	const began = Date.now();
	passes(HOUR);
	aheadMs = -120_000;
	s.strike(to(0), REFUSED);
	const failed = await s.send(people(1), {}, { mode: 'trigger', began });
	aheadMs = 0;
	jest.setSystemTime(Date.now() - 120_000);
	const words = [];
	for (let n = 0; n < 2; n++) {
		s.restart();
		passes(20_000);
		words.push(...wordsOf(await retry(people(1), began, { context: keptOf(failed) })));
	}
	expect([words, s.taken()]).toEqual([['sent', 'found'], [to(0)]]);
});

test('a message that this process knew before is not taken for it, whatever its time is', async () => {
	const credential = s.credential({ timezone: 'America/New_York' });
	await s.send(people(1), {}, { credential });
	s.strike(to(0), REFUSED);
	const failed = await s.send(people(1), {}, { credential });
	s.restart();
	expect(wordsOf(await s.retry(failed, people(1), { credential }))).toEqual(['sent']);
});

test.each([
	['half an hour before, where the zone may be too far east', HOUR / 2, 'Asia/Tokyo', 0],
	['half an hour before, where the zone may be too far west', HOUR / 2, 'America/New_York', 0],
	['half a minute before, by a clock that is a minute ahead', HOUR / 120, 'Asia/Almaty', 60_000],
])('an equal message of %s: neither found nor sent again', async (_, ms, timezone, ahead) => {
	aheadMs = ahead;
	const credential = s.credential({ timezone });
	await s.send(people(1), {}, { credential });
	s.restart();
	passes(ms);
	const [{ json }] = (await retry(people(1), Date.now(), { credential })).main;
	expect(json.details).toMatchObject({ outcome: 'unknown', reason: 'time' });
	expect(s.taken()).toHaveLength(1);
});

test('an equal message that a retry of another execution has sent is not taken for it, also after a second retry of that has found it', async () => {
	const began = await killedAt(1, people(1));
	s.service.reset();
	await retry(people(1), began + 1);
	expect(wordsOf(await retry(people(1), began + 1))).toEqual(['found']);
	passes(100_000);
	expect(wordsOf(await retry(people(1), began))).toEqual(['sent']);
});

test('an item in doubt keeps its Send Once Key from the others', async () => {
	const options = { sendOnceKey: '={{ $json.key }}', maxConcurrent: 1, interval: 5000 };
	const began = Date.now();
	const kept = new Map<string, string[]>();
	s.atEach((call) => {
		if (s.isTo(to(2))(call)) for (const [name, list] of s.store.lists) kept.set(name, [...list]);
	});
	const keyed = people(3, (n) => ({ key: `key ${n}` }));
	await s.send(keyed, options, { mode: 'trigger', began });
	s.restart();
	for (const [name, list] of kept) s.store.lists.set(name, list);
	passes(100_000);
	const items = [2, 5].map((n) => ({ to: to(n), text: 'Another', key: 'key 2' }));
	const retried = await s.send(items, options, { mode: 'retry', began, ...CONTINUE });
	expect([wordsOf(retried), s.called()]).toEqual([['unknown', 'unknown'], [0, 1, 2].map(to)]);
});

test('two that crashed: what the retry of one took for its own is not that of the other, which sends another one', async () => {
	const began = Date.now();
	await s.send(people(1), {}, { mode: 'trigger', began });
	s.restart();
	passes(20_000);
	expect(wordsOf(await retry(people(1), began + 1))).toEqual(['found']);
	expect(wordsOf(await retry(people(1), began))).toEqual(['sent']);
	expect(s.taken()).toHaveLength(2);
	// The third one is certainly its own.
	await s.send(people(1), {}, { mode: 'trigger', began: began + 2 });
	expect(wordsOf(await retry(people(1), began + 2))).toEqual(['found']);
	expect(s.taken()).toHaveLength(3);
});

test('an equal message that a lost call of another execution may have made is in doubt', async () => {
	const began = await killedAt(2, people(2));
	s.strike(to(0), LOST);
	await s.send(people(1), {}, CONTINUE);
	const { main } = await retry(people(1), began);
	expect(main[0].json.details).toMatchObject({ outcome: 'unknown', reason: 'rival' });
});

test('where the list cannot be read, nothing is sent', async () => {
	const began = await killedAt(2, people(4));
	s.strikeList({ code: 9 });
	const before = s.taken();
	const { main } = await retry(people(4), began);
	expect(s.taken()).toEqual(before);
	const unread = { details: { outcome: 'unknown', reason: 'listUnread' } };
	expect(main.map(({ json }) => json)).toMatchObject(range(4).map(() => unread));
});

test('the list is read in few calls: whole where that is fewer, else by number', async () => {
	const began = await killedAt(450, people(500));
	const words = wordsOf(await retry(people(500), began));
	expect([count(words, 'found') + count(words, 'sent'), s.callsOf(SEND).length]).toEqual([
		500, 500,
	]);
	// Five pages, twice since some messages are new, and few more.
	expect(s.callsOf(LIST).length).toBeLessThanOrEqual(18);
	const few = await killedAt(3, people(3));
	const before = s.callsOf(LIST).length;
	s.service.store.addMessages(5000);
	const ends = wordsOf(await retry(people(4), few));
	expect(s.callsOf(LIST).length - before).toBeLessThanOrEqual(19);
	expect(ends).toEqual(['found', 'found', 'found', 'sent']);
});

test('read by number, one that is a part of another shows messages of both: no message is found twice', async () => {
	const rows = ['4915112345678', '491511234567'].map((number) => person(0, { to: number }));
	const began = await killedAt(2, rows);
	s.service.store.addMessages(5000);
	expect(wordsOf(await retry([...rows, rows[0]], began))).toEqual(['found', 'found', 'sent']);
	expect(s.callsOf(SEND)).toHaveLength(3);
});

test('a failed execution: the retry that follows at once does not wait for the list', async () => {
	s.strike(to(1), REFUSED);
	const items = people(3);
	const failed = await s.send(items, { maxConcurrent: 1 });
	const start = Date.now();
	expect(wordsOf(await s.retry(failed, items))).toEqual(['sent', 'sent', 'sent']);
	expect(sentTwice()).toEqual([]);
	expect(Date.now() - start).toBeLessThan(10_000);
});

test('a failed execution whose rows come in another order, in another process: nobody gets a message twice, or is counted twice', async () => {
	s.strike(to(1), REFUSED);
	const failed = await s.send(people(3), { maxConcurrent: 1 });
	s.restart();
	const retried = await s.retry(failed, people(3).reverse(), {}, { maxMessages: 3 });
	expect(sentTwice()).toEqual([]);
	expect(wordsOf(retried)).toEqual(['sent', 'sent', 'found']);
});

test('a dry run of a retry asks nothing, and says nothing of what was sent', async () => {
	const began = await killedAt(2, people(4));
	await retry(people(2), began);
	s.service.calls.splice(0);
	const { main } = await s.send(people(4), { dryRun: true }, { mode: 'retry', began });
	expect(main.map(({ json }) => json.outcome)).toEqual(range(4).map(() => 'dryRun'));
	expect(s.service.calls).toEqual([]);
});
