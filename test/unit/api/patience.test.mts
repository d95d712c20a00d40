import { getEventListeners } from 'node:events';

import { NoResponse, ServiceRefusal, type NoResponseKind } from '../../../nodes/shared/api/faults';
import {
	backOff,
	patiently,
	READ,
	Trouble,
	WRITE,
	type Patience,
} from '../../../nodes/shared/api/patience';
import { pause } from '../../../nodes/shared/api/promises';
import { RESULT_CODES } from '../../../nodes/shared/api/resultCodes';

const refusal = (code: number) => new ServiceRefusal('M/M', code, '', null);
const noResponse = (kind: NoResponseKind, detail = '') => new NoResponse('M/M', kind, detail);

test('the back-off doubles, is capped at 8 s, and at least half of it is certain', () => {
	for (let attempt = 0; attempt < 40; attempt++) {
		const step = Math.min(8000, 250 * 2 ** attempt);
		const wait = backOff(attempt);
		expect(wait).toBeGreaterThanOrEqual(step / 2);
		expect(wait).toBeLessThanOrEqual(step);
	}
});

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));

/** Attempts that meet the given faults, the last one for ever; an attempt takes 10 ms. */
async function run(
	patience: Patience,
	faults: unknown[],
	{ signal, turnMs = 0 }: { signal?: AbortSignal; turnMs?: number } = {},
) {
	const starts: number[] = [];
	const attempt = async (started: () => void) => {
		await new Promise((resolve) => setTimeout(resolve, turnMs));
		started();
		starts.push(Date.now() - 1_000_000);
		await new Promise((resolve) => setTimeout(resolve, 10));
		const fault = faults[Math.min(starts.length, faults.length) - 1];
		if (fault !== undefined) throw fault;
		return 'done';
	};
	const ended: unknown[] = [];
	void patiently(patience, new Trouble(), new Trouble(), signal, attempt).then(
		(value) => ended.push(value),
		(fault: unknown) => ended.push(fault),
	);
	for (let ms = 0; ms < 200_000 && ended.length === 0; ms += 10)
		await jest.advanceTimersByTimeAsync(10);
	return { end: ended[0], starts, seconds: (Date.now() - 1_000_000) / 1000 };
}

test('a read gives up within 30 s, with the last fault', async () => {
	const last = noResponse('lost');
	const { end, seconds, starts } = await run(READ, [refusal(3), last]);
	expect(end).toBe(last);
	expect(seconds).toBeLessThanOrEqual(30.1);
	expect(seconds).toBeGreaterThan(15);
	expect(starts.length).toBeLessThan(15);
});

test.each([
	['code 30', refusal(30), 95_000],
	['a refused connection', noResponse('unreachable', 'ECONNREFUSED'), 40_000],
])('a long wait for its turn costs no patience: %s', async (_, fault, turnMs) => {
	const { end, starts } = await run(WRITE, [fault, undefined], { turnMs });
	expect(end).toBe('done');
	expect(starts).toHaveLength(2);
});

test('a cancelled execution ends it at once', async () => {
	const stop = new AbortController();
	setTimeout(() => stop.abort(), 5000);
	const { end, seconds } = await run(READ, [refusal(999)], { signal: stop.signal });
	expect(end).toEqual(refusal(999));
	expect(seconds).toBeLessThan(5.1);
});

/** A call every second that meets what `fault` says of the ms from its start; how it ends. */
const calling = async (refusals: Trouble, fault: (ms: number) => unknown) => {
	const began = Date.now();
	return await patiently(READ, new Trouble(), refusals, undefined, async (started) => {
		started();
		await new Promise((resolve) => setTimeout(resolve, 1000));
		const met = fault(Date.now() - began);
		if (met !== undefined) throw met;
		return 'done';
	}).then(String, () => 'given up');
};

async function ends(calls: Array<Promise<string>>, seconds: number): Promise<string[]> {
	const ended = Promise.all(calls);
	for (let second = 0; second < seconds; second++) await jest.advanceTimersByTimeAsync(1000);
	return await ended;
}

test('a call that waits for its turn goes on while others are taken', async () => {
	const refusals = new Trouble();
	const calls = [60, 120, 180, 240].map((s) =>
		calling(refusals, (ms) => (ms < s * 1000 ? refusal(30) : undefined)),
	);
	expect(await ends(calls, 260)).toEqual(['done', 'done', 'done', 'done']);
});

test('a limit by the hour, with which nothing is taken any more, ends it after a minute and a half', async () => {
	const call = calling(new Trouble(), () => refusal(30));
	expect(await ends([call], 95)).toEqual(['given up']);
});

test('that a call was given up takes no patience from one of later', async () => {
	const refusals = new Trouble();
	await ends([calling(refusals, () => refusal(30))], 95);
	await jest.advanceTimersByTimeAsync(100_000);
	const later = calling(refusals, (ms) => (ms < 5000 ? refusal(30) : undefined));
	expect(await ends([later], 10)).toEqual(['done']);
});

test.each([0, 5000])('trouble after refusals, and %i ms before, has its time', async (before) => {
	const call = calling(new Trouble(), (ms) => {
		if (ms < before) return noResponse('lost');
		if (ms < 60_000) return refusal(30);
		return ms < 75_000 ? noResponse('httpStatus', '503') : undefined;
	});
	expect(await ends([call], 120)).toEqual(['done']);
});

test('what is said of a limit names only what every operation has', () => {
	expect(RESULT_CODES[30].advice).not.toMatch(/interval|concurren/i);
	expect(RESULT_CODES[30].advice).toMatch(/per hour/);
});

// The clock stands still, so only what needs no time can end.
test('many that wait on one signal leave no more listeners on it than Node.js takes for sound, and end with it', async () => {
	const stop = new AbortController();
	const waiters = Array.from({ length: 60 }, async () => await pause(3000, stop.signal));
	const waiting = Promise.all(waiters);
	expect(getEventListeners(stop.signal, 'abort').length).toBeLessThanOrEqual(10);
	stop.abort();
	expect(await waiting).toHaveLength(60);
});
