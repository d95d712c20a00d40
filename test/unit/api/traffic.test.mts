import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Pace, Spacing, Traffic, trafficOf } from '../../../nodes/shared/api/traffic';
import { Service } from '../../../nodes/shared/api/service';
import { pool } from '../../../nodes/shared/api/gate';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));

const ALONE_MS = 50;
const wait = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A service of one kind: says how a call ends, and when. `open` counts the calls under way, this one too. */
type Serve = (open: number) => Promise<number>;

interface Seen {
	/** The result code, when it began and how long it took, of each call in the order of their ends. */
	calls: Array<{ code: number; began: number; ms: number }>;
	most: number;
}

/** A whole run of calls through our own service class, against one that is simulated. */
async function play(
	serve: Serve,
	count: number,
	kind: 'read' | 'write' = 'write',
	traffic = new Traffic(),
	/** Each call is that of another execution. */
	isApart = false,
) {
	const seen: Seen = { calls: [], most: 0 };
	let open = 0;
	const httpRequestWithAuthentication = async (_: string, options: IHttpRequestOptions) => {
		const began = Date.now();
		seen.most = Math.max(seen.most, ++open);
		const code = await serve(open);
		open--;
		seen.calls.push({ code, began, ms: Date.now() - began });
		if (code < 0) throw Object.assign(new Error('lost'), { code: 'ECONNRESET', syscall: 'read' });
		const body = JSON.stringify({ code, data: String(options.body), message: '' });
		return { statusCode: 200, headers: {}, body };
	};
	const context = { helpers: { httpRequestWithAuthentication } } as unknown as IExecuteFunctions;
	const account = { id: '', baseUrl: 'http://s', zone: 'UTC', credential: {}, withoutKey: String };
	const { level } = traffic;
	const another = () => new Service(context, account, undefined, traffic);
	const service = another();
	const limit = () => (kind === 'read' || isApart ? 1000 : level.writes);
	const began = Date.now();
	let failed = 0;
	const done = pool(
		Array.from({ length: count }, (_, n) => n),
		limit,
		() => false,
		async (n) => {
			await (isApart ? another() : service)[kind]('M/M', { n }).catch(() => failed++);
		},
	);
	let isOver = false;
	void done.then(() => (isOver = true));
	while (!isOver) await jest.advanceTimersByTimeAsync(5);
	const codes = (code: number) => seen.calls.filter((call) => call.code === code);
	return { ...seen, codes, failed, seconds: (Date.now() - began) / 1000, level };
}

/** Numbers between 0 and 1 as if by chance, always the same. */
function chance(seed: number) {
	return () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
}

const ending = (code: number) => async () => await wait(ALONE_MS).then(() => code);
const [alone, lost]: Serve[] = [ending(0), ending(-1)];

function rateOf(limit: number | (() => number), perMs: number, scatterMs = 0): Serve {
	let window: number[] = [];
	const next = chance(11);
	/** Most calls are quick, a few take many times as long. */
	const onTheWay = async () => {
		if (scatterMs > 0) await wait(-Math.log(1 - next()) * scatterMs);
	};
	return async () => {
		await onTheWay();
		const now = Date.now();
		window = window.filter((time) => time > now - perMs);
		const isRefused = window.length >= (typeof limit === 'number' ? limit : limit());
		if (!isRefused) window.push(now);
		await wait(ALONE_MS);
		await onTheWay();
		return isRefused ? 30 : 0;
	};
}

test('a service without a limit: 5, 10, 20, 32 at once, and never more', async () => {
	const { calls, most, seconds } = await play(alone, 1000);
	const starts = [...new Set(calls.map(({ began }) => began))].sort((a, b) => a - b);
	const at = (n: number) => calls.filter(({ began }) => began === starts[n]).length;
	expect([0, 1, 2, 3].map(at)).toEqual([5, 10, 20, 32]);
	expect(most).toBe(32);
	// The best that 32 at once can do is 1.56 s.
	expect(seconds).toBeLessThan(1.75);
});

test('calls that change nothing: never more than 16', async () => {
	const { most } = await play(alone, 400, 'read');
	expect(most).toBe(16);
});

test.each([
	// At most so many are refused. The first 30 go at once, then 30 with each minute.
	['50 calls a second', 50, 1000, 0, 1000, 1000 / 50 / 0.98, 50],
	['50 calls a second, 5 ms away, more or less', 50, 1000, 5, 1000, 1000 / 50 / 0.95, 60],
	['50 calls a second, 20 ms away, more or less', 50, 1000, 20, 1000, 1000 / 50 / 0.92, 60],
	['50 calls a second, 60 ms away, more or less', 50, 1000, 60, 1000, 1000 / 50 / 0.8, 60],
	['200 calls a second, 20 ms away, more or less', 200, 1000, 20, 4000, 4000 / 200 / 0.92, 60],
	['20 calls a second, 60 ms away, more or less', 20, 1000, 60, 400, 400 / 20 / 0.8, 35],
	['5 calls a second', 5, 1000, 0, 30, 30 / 5 / 0.8, 29],
	['30 calls a minute', 30, 60_000, 0, 120, 3 * 60 * 1.2, 89],
])('a service that allows %s: its rate is used, and few calls are refused', async (_, ...given) => {
	const [limit, perMs, scatterMs, count, mostSeconds, mostRefused] = given;
	const { codes, seconds, failed } = await play(rateOf(limit, perMs, scatterMs), count);
	expect(failed).toBe(0);
	expect(codes(0)).toHaveLength(count);
	expect(codes(30).length).toBeLessThanOrEqual(mostRefused);
	expect(seconds).toBeLessThan(mostSeconds);
});

test('a limit is found again when it is raised, and kept to when it is lowered', async () => {
	let limit = 10;
	setTimeout(() => (limit = 30), 20_000);
	setTimeout(() => (limit = 5), 80_000);
	const began = Date.now();
	const serve = rateOf(() => limit, 1000);
	const { codes } = await play(serve, 1900);
	const within = (code: number, from: number, to: number) => {
		const seconds = codes(code).map((call) => (call.began - began) / 1000);
		return seconds.filter((second) => second >= from && second < to).length;
	};
	expect(within(0, 60, 80) / 20).toBeGreaterThan(24);
	expect(within(0, 90, 110) / 20).toBeGreaterThan(3.5);
	expect(within(30, 5, 80) / within(0, 5, 80)).toBeLessThan(0.1);
	expect(within(30, 90, 110)).toBeLessThan(20);
});

test('45 executions at once under 20 calls a minute: each is served, as if they were one', async () => {
	const rate = () => rateOf(20, 60_000);
	const one = await play(rate(), 45);
	const apart = await play(rate(), 45, 'write', new Traffic(), true);
	for (const { failed, codes, calls, seconds } of [one, apart]) {
		expect(failed).toBe(0);
		expect(codes(0)).toHaveLength(45);
		expect(calls.length).toBeLessThan(130);
		expect(seconds).toBeLessThan(2 * 60 * 1.2);
	}
});

test('under a limit per minute, a call that is refused for what it asks was taken, too', async () => {
	const limited = rateOf(20, 60_000);
	const { codes } = await play(async (open) => (await limited(open)) || 2, 100, 'read');
	expect(codes(2)).toHaveLength(100);
});

test.each(['read', 'write'] as const)('a %s waits behind one call of a large run', async (kind) => {
	const traffic = new Traffic();
	const serve = rateOf(20, 60_000);
	const large = play(serve, 60, kind, traffic);
	await jest.advanceTimersByTimeAsync(30_000);
	const { calls, failed } = await play(serve, 1, kind, traffic);
	expect(failed).toBe(0);
	const isAfter = ({ code, began }: (typeof calls)[number]) => code === 0 && began > 1_030_000;
	const { codes } = await large;
	const before = codes(0).filter((call) => isAfter(call) && call.began < calls.at(-1)!.began);
	expect(before.length).toBeLessThanOrEqual(2);
});

test('a limit for one method holds up no other', async () => {
	const traffic = new Traffic();
	await play(rateOf(20, 60_000), 30, 'write', traffic);
	const { start } = await traffic.paceOf('N/N').turn(undefined);
	expect(start).toBe(performance.now());
});

test('a clock of the machine that is set back holds up no call', async () => {
	const pace = new Pace();
	await pace.turn(undefined);
	jest.setSystemTime(0);
	let isOver = false;
	void pace.turn(undefined).then(() => (isOver = true));
	await jest.advanceTimersByTimeAsync(10_000);
	expect(isOver).toBe(true);
});

test('a service that refuses everything is asked ever less often, also when several calls wait', async () => {
	const pace = new Pace();
	let calls = 0;
	const worker = async () => {
		for (;;) {
			const turn = await pace.turn(undefined);
			calls++;
			pace.refused(turn);
		}
	};
	for (let n = 0; n < 5; n++) void worker();
	await jest.advanceTimersByTimeAsync(10_000);
	const early = calls;
	await jest.advanceTimersByTimeAsync(60_000);
	expect(early).toBeLessThan(50);
	expect((calls - early) / 60).toBeLessThan(2);
});

test('the interval that the user set parts the starts of calls', async () => {
	const spacing = new Spacing(200);
	const starts: number[] = [];
	const begin = async () => await spacing.turn(async () => starts.push(Date.now()), undefined);
	const all = Promise.all(Array.from({ length: 10 }, begin));
	await jest.advanceTimersByTimeAsync(2000);
	await all;
	expect(starts.map((at) => at - starts[0])).toEqual(starts.map((_, n) => n * 200));
});

test('a cancelled run does not wait for its turn', async () => {
	const pace = new Pace();
	const stop = new AbortController();
	pace.refused(await pace.turn(undefined));
	let isBack = false;
	// Behind one of another execution, which goes on waiting.
	void pace.turn(undefined);
	void pace.turn(stop.signal).then(() => (isBack = true));
	await jest.advanceTimersByTimeAsync(100);
	expect(isBack).toBe(false);
	stop.abort();
	await jest.advanceTimersByTimeAsync(0);
	expect(isBack).toBe(true);
});

test('trouble halves the level once for all calls under way; then it grows by one a round', async () => {
	const traffic = new Traffic();
	await play(alone, 300, 'write', traffic);
	const { failed } = await play(lost, 32, 'write', traffic);
	expect([failed, traffic.level.writes]).toEqual([32, 16]);
	await play(alone, 17 + 18, 'write', traffic);
	expect(traffic.level.writes).toBe(17);
});

test('a level that is not used does not grow', async () => {
	const traffic = new Traffic();
	for (let n = 0; n < 40; n++) await play(alone, 1, 'write', traffic);
	expect(traffic.level.writes).toBe(5);
});

test('an account keeps its traffic for a minute, and as long as calls are under way', async () => {
	const first = trafficOf('a');
	await jest.advanceTimersByTimeAsync(59_000);
	expect(trafficOf('a')).toBe(first);
	expect(trafficOf('b')).not.toBe(first);
	// Also by one that had to be repeated.
	await first.level.during(Promise.reject(new Error('refused')));
	await jest.advanceTimersByTimeAsync(59_000);
	expect(trafficOf('a')).toBe(first);
	await jest.advanceTimersByTimeAsync(60_000);
	const next = trafficOf('a');
	expect(next).not.toBe(first);
	void next.level.during(new Promise<never>(() => undefined));
	await jest.advanceTimersByTimeAsync(90_000);
	expect(trafficOf('a')).toBe(next);
});
