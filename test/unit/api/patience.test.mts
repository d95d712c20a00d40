import { getEventListeners } from 'node:events';

import type { IExecuteFunctions } from 'n8n-workflow';

import { backOff } from '../../../nodes/shared/api/patience';
import { pause } from '../../../nodes/shared/api/promises';
import { RESULT_CODES } from '../../../nodes/shared/api/resultCodes';
import { Service } from '../../../nodes/shared/api/service';
import { Traffic } from '../../../nodes/shared/api/traffic';

/** How an attempt ends: with a result code, an HTTP status, or the system's code of a network fault. */
type End = number | { status: number } | { code: string; syscall: string };

const LOST: End = { code: 'ECONNRESET', syscall: 'read' };
const UNREACHABLE: End = { code: 'ECONNREFUSED', syscall: 'connect' };
const START = 1_000_000;

/** A service whose attempts take so many ms, and end as `end` says. */
function serviceThat(
	end: (attempts: number) => End,
	{ ms = 10, traffic = new Traffic() }: { ms?: number; traffic?: Traffic } = {},
) {
	const starts: number[] = [];
	const httpRequestWithAuthentication = async () => {
		starts.push(Date.now() - START);
		await new Promise((resolve) => setTimeout(resolve, ms));
		const ended = end(starts.length);
		if (typeof ended === 'object' && 'code' in ended) throw Object.assign(new Error(), ended);
		const isCode = typeof ended === 'number';
		const body = JSON.stringify({ code: isCode ? ended : 0, data: 'done', message: '' });
		return { statusCode: isCode ? 200 : ended.status, headers: {}, body };
	};
	const context = { helpers: { httpRequestWithAuthentication } } as unknown as IExecuteFunctions;
	const account = { id: '', baseUrl: 'http://s', zone: 'UTC', credential: {}, withoutKey: String };
	return { service: new Service(context, account, undefined, traffic), starts };
}

test('the back-off doubles, is capped at 8 s, and at least half of it is certain', () => {
	for (let attempt = 0; attempt < 40; attempt++) {
		const step = Math.min(8000, 250 * 2 ** attempt);
		const wait = backOff(attempt);
		expect(wait).toBeGreaterThanOrEqual(step / 2);
		expect(wait).toBeLessThanOrEqual(step);
	}
});

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));

/** How the call ends, and after how many seconds. */
async function endOf(call: Promise<unknown>) {
	const ended: unknown[] = [];
	void call.then(
		(value) => ended.push(value),
		(fault: unknown) => ended.push(fault),
	);
	for (let ms = 0; ms < 200_000 && ended.length === 0; ms += 10)
		await jest.advanceTimersByTimeAsync(10);
	return { end: ended[0], seconds: (Date.now() - START) / 1000 };
}

test('a read gives up within 30 s, with the last fault', async () => {
	const { service, starts } = serviceThat((attempts) => (attempts === 1 ? 3 : LOST));
	const { end, seconds } = await endOf(service.read('M/M', {}));
	expect(end).toMatchObject({ kind: 'lost' });
	expect(seconds).toBeLessThanOrEqual(30.1);
	expect(seconds).toBeGreaterThan(15);
	expect(starts.length).toBeLessThan(15);
});

test.each(Object.keys(RESULT_CODES).map(Number))('a read after code %i', async (code) => {
	const { service, starts } = serviceThat((attempts) => (attempts === 1 ? code : 0));
	await endOf(service.read('M/M', {}));
	expect(starts).toHaveLength([3, 10, 30, 999].includes(code) ? 2 : 1);
});

test('a response without a time leaves the clock of the service as it was', async () => {
	const { service } = serviceThat(() => 0);
	await endOf(service.read('M/M', {}));
	expect(service.shownNow).toBeUndefined();
});

test('a read that meets what another of its run gave up for does not wait as long again', async () => {
	const { service } = serviceThat(() => LOST);
	await endOf(service.read('M/M', {}));
	const { seconds } = await endOf(service.read('M/M', {}));
	expect(seconds).toBeLessThanOrEqual(30.1);
});

test('a refusal for what a call asks ends the trouble', async () => {
	const { service, starts } = serviceThat((attempts) => [LOST, 2, LOST, 0][attempts - 1]);
	await endOf(service.read('M/M', {}));
	await jest.advanceTimersByTimeAsync(40_000);
	expect(await endOf(service.read('M/M', {}))).toMatchObject({ end: 'done' });
	expect(starts).toHaveLength(4);
});

test('the time of an attempt counts, too', async () => {
	const { service, starts } = serviceThat(() => LOST, { ms: 29_900 });
	await endOf(service.read('M/M', {}));
	expect(starts).toHaveLength(1);
});

test.each([
	['code 30', 30, 95_000],
	['a refused connection', UNREACHABLE, 40_000],
])('a long wait for its turn costs no patience: %s', async (_, fault, turnMs) => {
	const { service, starts } = serviceThat((attempts) => (attempts === 2 ? fault : 0));
	const paced = service.paced(turnMs);
	await endOf(paced.write('M/M', {}));
	const { end } = await endOf(paced.write('M/M', {}));
	expect(end).toBe('done');
	expect(starts).toHaveLength(3);
});

/** A call that meets, in attempts of a second each, what `end` says of the ms from its start; how it ends. */
const calling = async (traffic: Traffic, end: (ms: number) => End) => {
	const began = Date.now();
	const { service } = serviceThat(() => end(Date.now() - began), { ms: 1000, traffic });
	return await service.read('M/M', {}).then(String, () => 'given up');
};

async function ends(calls: Array<Promise<string>>, seconds: number): Promise<string[]> {
	const ended = Promise.all(calls);
	for (let second = 0; second < seconds; second++) await jest.advanceTimersByTimeAsync(1000);
	return await ended;
}

test('a call that waits for its turn goes on while others are taken', async () => {
	const traffic = new Traffic();
	const calls = [60, 120, 180, 240].map((s) => calling(traffic, (ms) => (ms < s * 1000 ? 30 : 0)));
	expect(await ends(calls, 290)).toEqual(['done', 'done', 'done', 'done']);
});

test('a limit by the hour, with which nothing is taken any more, ends it after a minute and a half', async () => {
	const call = calling(new Traffic(), () => 30);
	expect(await ends([call], 105)).toEqual(['given up']);
});

test('that a call was given up takes no patience from one of later', async () => {
	const traffic = new Traffic();
	await ends([calling(traffic, () => 30)], 105);
	await jest.advanceTimersByTimeAsync(100_000);
	const later = calling(traffic, (ms) => (ms < 5000 ? 30 : 0));
	expect(await ends([later], 20)).toEqual(['done']);
});

test.each([0, 5000])('trouble after refusals, and %i ms before, has its time', async (before) => {
	const call = calling(new Traffic(), (ms) => {
		if (ms < before) return LOST;
		if (ms < 60_000) return 30;
		return ms < 75_000 ? { status: 503 } : 0;
	});
	expect(await ends([call], 130)).toEqual(['done']);
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
