import type { INodeParameters } from 'n8n-workflow';

import { gate, until } from '../until.mts';
import { passes, pauses } from './lib/clock.mts';
import { play, wordOf } from './lib/scene.mts';
import { CONTINUE, keptOf, people, range, REFUSED, resultOf } from './lib/sending.mts';
import { SEND, sendingByOwnClock, to, type More } from './lib/sending.mts';

// What n8n's store must outlive: the process is killed, and its job started again from the beginning.
const s = sendingByOwnClock();
const JOB = { executionId: 'job 1', mode: 'trigger' as const };
/** Under another name, since this process remembers of the node what a new one would not. */
const AGAIN = { ...JOB, nodeId: 'again' };
const TOKEN = /^\u0000[\da-f]{8}-/;
const LOCKED = new Error('database is locked');

/**
 * Kills the process when the service gets the nth call. What the store held then is all that is left of it:
 * the calls under way still reach the service, the execution's own data is lost.
 */
async function killedAt(nth: number, ...job: Parameters<typeof s.start>): Promise<void> {
	let calls = 0;
	let left = new Map<string, string[]>();
	const when = () => {
		if (++calls === nth) {
			left = structuredClone(s.store.lists);
			running.cancel();
		}
		return false;
	};
	s.service.faults.add({ method: SEND, when, kind: { delay: 0 } });
	const running = s.start(...job);
	await running;
	s.store.lists.clear();
	for (const entries of left.values()) s.store.lists.set(`test ${AGAIN.nodeId}`, entries);
	s.service.faults.clear();
}

const expectNothingTwice = () => expect(new Set(s.taken()).size).toBe(s.taken().length);

const KEYS = { sendOnceKey: '={{ $json.to }}' };

/** What was recorded ahead and not confirmed, as in docs/reliability.md, besides the calls under way. */
test.each<[what: string, options: INodeParameters, atOnce: number, ahead: number]>([
	['without keys', {}, 5, 60],
	['without keys, many at once', {}, 32, 60],
	['with keys', KEYS, 5, 24],
	['with keys, many at once', KEYS, 32, 24],
])(
	'started again, %s: nothing is sent twice, and what was recorded is found',
	async (_, options, maxConcurrent, ahead) => {
		const items = people(160);
		await killedAt(88, items, { ...options, maxConcurrent }, JOB);
		expect(s.taken().length).toBeGreaterThanOrEqual(88);
		const { main } = await s.send(items, options, { ...AGAIN, ...CONTINUE });
		expectNothingTwice();
		expect(main).toHaveLength(160);
		const [unknown, found] = ['unknown', 'found'].map((word) =>
			main.filter((item) => wordOf(item) === word),
		);
		expect(unknown.length).toBeLessThanOrEqual(ahead + maxConcurrent);
		expect(found.length).toBeGreaterThanOrEqual(25);
		expect(found.length + unknown.length).toBeGreaterThanOrEqual(88);
		for (const { json } of main.filter((item) => !unknown.includes(item))) {
			expect(s.service.store.message(Number(json.messageId))?.to).toBe(json.recipient);
		}
	},
	60_000,
);

test('in stop mode the job goes past what stays unknown, and sends the rest', async () => {
	await killedAt(30, people(130), {}, JOB);
	const { error } = await s.send(people(130), {}, AGAIN);
	expect(error?.message).toMatch(
		/^\d+ of 130 messages accepted; items? .*: It is not known whether/,
	);
	expectNothingTwice();
	expect(s.taken()).toEqual(expect.arrayContaining(range(30).map((last) => to(129 - last))));
}, 60_000);

test('rows in another order, and with other texts, are known by their recipients', async () => {
	const items = (word: string) => people(20, (n) => ({ text: `${word} ${n}` }));
	await killedAt(10, items('At'), { maxConcurrent: 1 }, JOB);
	await s.send(items('Later, at').reverse(), {}, { ...AGAIN, ...CONTINUE });
	expectNothingTwice();
});

test('killed in a later node: the job gets the same messages', async () => {
	const [first, again] = await play(
		s,
		{ items: 30, ...JOB, called: range(30), ends: range(30).map(() => 'sent') },
		{ items: 30, ...JOB, called: [], ends: range(30).map(() => 'found') },
	);
	const ids = ({ main }: typeof first) => main.map(({ json }) => json.messageId);
	expect(ids(again)).toEqual(ids(first));
});

test('an item comes out once, though the store has messages of two earlier starts for it', async () => {
	const job: More = { ...JOB, nodeId: 'two starts' };
	await s.send(people(1), {}, job);
	// Another process wrote over that it was begun, and not over the message's ID.
	for (const [name, list] of s.store.lists)
		s.store.lists.set(
			name,
			list.filter((entry) => / \d+$/.test(entry)),
		);
	await s.send(people(1), {}, job);
	expect(s.taken()).toEqual([to(0), to(0)]);
	const { main } = await s.send(people(1), {}, job);
	expect(main.map(wordOf)).toEqual(['found']);
});

test('the store is written once for 25 messages, once to look, and once at the end', async () => {
	const write = jest.spyOn(s.store, 'checkProcessedAndRecord');
	await s.send(people(200), {}, { mode: 'trigger', nodeId: 'counted' });
	expect(write).toHaveBeenCalledTimes(10);
	write.mockRestore();
});

/** Another process writes back the list that it read before, after each of the first writes. */
function writtenOver(times: number): () => void {
	const check = s.store.checkProcessedAndRecord;
	let writes = 0;
	const losing = jest.spyOn(s.store, 'checkProcessedAndRecord');
	losing.mockImplementation(async (...given) => {
		const result = await check(...given);
		if (writes++ < times) s.store.lists.clear();
		return result;
	});
	return () => losing.mockRestore();
}

test.each([
	['slots', 3, {}],
	['a key', 2, { sendOnceKey: '={{ $json.to }}' }],
])(
	'%s that another process writes over are recorded again before the call',
	async (_, times, options) => {
		const restore = writtenOver(times);
		let known: string[] = [];
		const when = () => {
			known = [...s.store.lists.values()].flat();
			return false;
		};
		s.service.faults.add({ method: SEND, when, kind: { delay: 0 } });
		const more: More = { mode: 'trigger', nodeId: `overwritten ${times}` };
		await play(s, { items: 3, options, ...more, called: range(3), ends: ['sent', 'sent', 'sent'] });
		restore();
		expect(known.length).toBeGreaterThanOrEqual(3);
		if ('sendOnceKey' in options) expect(known).toContain(to(0));
	},
);

test('what another process recorded is not sent, also where the answer that shows it is lost', async () => {
	const check = s.store.checkProcessedAndRecord;
	let writes = 0;
	const losing = jest.spyOn(s.store, 'checkProcessedAndRecord');
	losing.mockImplementation(async (...given) => {
		const result = await check(...given);
		writes++;
		// The slots are now those of the other process, which has tokens of its own.
		for (const [name, list] of writes === 1 ? s.store.lists : [])
			s.store.lists.set(name, [...list.filter((entry) => !TOKEN.test(entry)), 'its token']);
		if (writes === 2) throw new Error('Connection terminated unexpectedly');
		return result;
	});
	const more: More = { ...JOB, executionId: 'job 3', ...CONTINUE };
	await play(s, { items: 2, ...more, called: [], ends: ['unknown', 'unknown'] });
	losing.mockRestore();
});

test('keys that a very slow process writes over while the run goes on are there when it is over', async () => {
	const options = { sendOnceKey: '={{ $json.to }}' };
	const more: More = { mode: 'trigger', nodeId: 'slow process' };
	// It had read the list before the first key was in it.
	let isLost = false;
	const when = ({ rawBody }: { rawBody: string }) => {
		if (rawBody.includes(to(24)) && !isLost) s.store.lists.clear();
		isLost ||= rawBody.includes(to(24));
		return false;
	};
	s.service.faults.add({ method: SEND, when, kind: { delay: 0 } });
	await s.send(people(25), options, more);
	expect(isLost).toBe(true);
	const { main } = await s.send(people(25), options, { ...more, executionId: 'another' });
	expect(main.map(({ json }) => json.outcome)).toEqual(range(25).map(() => 'skipped'));
	expectNothingTwice();
});

test('stopped while the store is written: a retry by hand sends what had only been recorded', async () => {
	const { held, open } = gate();
	const check = s.store.checkProcessedAndRecord;
	const slow = jest.spyOn(s.store, 'checkProcessedAndRecord');
	slow.mockImplementation(async (...given) => {
		await held;
		return await check(...given);
	});
	const started = s.start(people(3), {}, { ...JOB, executionId: 'stopped' });
	await until(() => slow.mock.calls.length > 0);
	started.cancel();
	open();
	const stopped = resultOf(await started);
	slow.mockRestore();
	expect(s.called()).toEqual([]);
	const retry = { mode: 'retry' as const, context: keptOf(stopped), ...CONTINUE };
	const { main } = await s.send(people(3), {}, retry);
	expect(main.map(wordOf)).toEqual(['sent', 'sent', 'sent']);
});

test('a store that was slow is checked as late minutes later: another process may still be slow', async () => {
	const more: More = { mode: 'trigger', nodeId: 'slow once' };
	const check = s.store.checkProcessedAndRecord;
	const slow = jest.spyOn(s.store, 'checkProcessedAndRecord');
	slow.mockImplementationOnce(async (...given) => {
		passes(200);
		return await check(...given);
	});
	await s.send(people(1), {}, more);
	slow.mockRestore();
	passes(120_000);
	pauses.length = 0;
	await s.send(people(1), {}, { ...more, executionId: 'later' });
	expect(Math.max(...pauses)).toBeGreaterThan(800);
});

describe('the store does not work', () => {
	const NOT = 'could not be recorded, so nothing was sent now: database is locked';
	const byKey = { sendOnceKey: '={{ $json.to }}' };

	test.each<[when: string, more: More, options: INodeParameters, ends: string, message?: string]>([
		['in production nothing is sent', { mode: 'trigger' }, {}, 'notSent', `The message ${NOT}`],
		['with a key nothing is sent', {}, byKey, 'refused', `"Send Once Key" ${NOT}`],
		['by hand, in a workflow that was not saved, messages go out', {}, {}, 'sent'],
	])('%s', async (_, more, options, end, message = '') => {
		const broken = jest.spyOn(s.store, 'checkProcessedAndRecord').mockRejectedValue(LOCKED);
		await play(s, {
			items: 2,
			options,
			...more,
			...CONTINUE,
			called: end === 'sent' ? [0, 1] : [],
			ends: [end, end],
			errors: message === '' ? [] : [message, message],
		});
		broken.mockRestore();
	});

	test('for a moment: it is tried again', async () => {
		const once = jest.spyOn(s.store, 'checkProcessedAndRecord').mockRejectedValueOnce(LOCKED);
		await play(s, { items: 2, mode: 'trigger', called: [0, 1], ends: ['sent', 'sent'] });
		once.mockRestore();
	});

	test.each<[what: string, more: More, options: INodeParameters]>([
		['a slot', { ...JOB, executionId: 'job 2' }, {}],
		['a key', {}, byKey],
	])(
		'when %s of a refused message is to be taken out: this process sends it',
		async (_, more, options) => {
			const broken = jest.spyOn(s.store, 'removeProcessed').mockRejectedValue(LOCKED);
			const step = { items: 1, options, ...more, ...CONTINUE, called: [0, 0], tries: 2 };
			await play(s, { ...step, faults: [[0, REFUSED]], ends: ['sent'] });
			broken.mockRestore();
		},
	);
});
