import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { Level } from '../../../nodes/shared/api/level';
import { levelOf } from '../../../nodes/shared/api/service';
import { Service } from '../../../nodes/shared/api/service';
import { pool } from '../../../nodes/shared/api/gate';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

const ALONE_MS = 50;
const wait = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A service of one kind: says how a call ends, and when. `open` counts the calls under way, this one too. */
type Serve = (open: number) => Promise<number>;

interface Seen {
	/** The result code, when it began and how long it took, of each call in the order of their ends. */
	calls: Array<{ code: number; began: number; ms: number }>;
	most: number;
}

async function passed(ms: number) {
	const waited = wait(ms);
	await jest.advanceTimersByTimeAsync(ms);
	await waited;
}

/** A whole run of calls through our own service class, against one that is simulated. */
async function play(serve: Serve, count: number, kind: 'read' | 'write' = 'write', level?: Level) {
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
	const account = { baseUrl: 'http://s', zone: 'UTC', withoutKey: String };
	const used = level ?? new Level();
	const service = new Service(context, account, undefined, undefined, undefined, used);
	const limit = () => (kind === 'read' ? 1000 : used.writes);
	const began = Date.now();
	let failed = 0;
	const done = pool(
		Array.from({ length: count }, (_, n) => n),
		limit,
		() => false,
		async (n) => {
			await service[kind]('M/M', { n }).catch(() => failed++);
		},
	);
	let isOver = false;
	void done.then(() => (isOver = true));
	while (!isOver) await jest.advanceTimersByTimeAsync(5);
	const codes = (code: number) => seen.calls.filter((call) => call.code === code);
	return { ...seen, codes, failed, seconds: (Date.now() - began) / 1000, level: used };
}

/** A little more or less than the time alone, always in the same order. */
function times() {
	let seed = 1;
	return () => {
		seed = (seed * 16_807) % 2_147_483_647;
		return ALONE_MS - 5 + (seed % 11);
	};
}

const alone: Serve = async () => {
	await wait(ALONE_MS);
	return 0;
};

/** Works on so many calls at once; the others wait. */
function queueOf(size: number): Serve {
	const busy: number[] = Array.from({ length: size }, () => 0);
	const time = times();
	return async () => {
		const first = busy.indexOf(Math.min(...busy));
		busy[first] = Math.max(Date.now(), busy[first]) + time();
		await wait(busy[first] - Date.now());
		return 0;
	};
}

function rateOf(limit: number, perMs: number, scatterMs = 0): Serve {
	let window: number[] = [];
	let seed = 11;
	/** Most calls are quick, a few take many times as long. */
	const onTheWay = async () => {
		seed = (seed * 16_807) % 2_147_483_647;
		if (scatterMs > 0) await wait(-Math.log(1 - seed / 2_147_483_647) * scatterMs);
	};
	return async () => {
		await onTheWay();
		const now = Date.now();
		window = window.filter((time) => time > now - perMs);
		const isRefused = window.length >= limit;
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
	['at once', 0, 1.1],
	['though the process is slow at first, which is not the time of the service', 5, 1.15],
])(
	'a service that works on 8 at once is used in full and hardly kept waiting, %s',
	async (...given) => {
		const [, slowCalls, most] = given;
		const serve = queueOf(8);
		let began = 0;
		const { calls, seconds } = await play(async (open) => {
			if (began++ < slowCalls) await wait(ALONE_MS);
			return await serve(open);
		}, 1000);
		expect(seconds).toBeLessThan(((1000 / 8) * ALONE_MS * most) / 1000);
		const mean = calls.reduce((sum, { ms }) => sum + ms, 0) / calls.length;
		expect(mean).toBeLessThan(ALONE_MS * 1.5);
	},
);

test.each([
	// At most so many are refused. The first 30 go at once, then 30 with each minute.
	['50 calls a second', 50, 1000, 0, 1000, 1000 / 50 / 0.98, 45],
	['50 calls a second, 5 ms away, more or less', 50, 1000, 5, 1000, 1000 / 50 / 0.95, 60],
	['50 calls a second, 20 ms away, more or less', 50, 1000, 20, 1000, 1000 / 50 / 0.92, 60],
	['50 calls a second, 60 ms away, more or less', 50, 1000, 60, 1000, 1000 / 50 / 0.8, 60],
	['200 calls a second, 20 ms away, more or less', 200, 1000, 20, 4000, 4000 / 200 / 0.92, 60],
	['20 calls a second, 60 ms away, more or less', 20, 1000, 60, 400, 400 / 20 / 0.8, 30],
	['30 calls a minute', 30, 60_000, 0, 120, 3 * 60 * 1.2, 89],
])('a service that allows %s: its rate is used, and few calls are refused', async (_, ...given) => {
	const [limit, perMs, scatterMs, count, mostSeconds, mostRefused] = given;
	const { codes, seconds, failed } = await play(rateOf(limit, perMs, scatterMs), count);
	expect(failed).toBe(0);
	expect(codes(0)).toHaveLength(count);
	expect(codes(30).length).toBeLessThanOrEqual(mostRefused);
	expect(seconds).toBeLessThan(mostSeconds);
});

test('times that scatter do not keep the level down', async () => {
	const time = times();
	let calls = 0;
	const scattered: Serve = async () => {
		const isStuck = ++calls % 23 === 0;
		await wait(isStuck ? 500 : time() * time() * 0.02);
		return 0;
	};
	const { level } = await play(scattered, 1500);
	expect(level.writes).toBeGreaterThan(24);
});

test('a service that gets slower for good is used as before', async () => {
	let slow = 1;
	const serve: Serve = async () => {
		await wait(ALONE_MS * slow);
		return 0;
	};
	const level = new Level();
	await play(serve, 300, 'write', level);
	slow = 10;
	const { seconds } = await play(serve, 500, 'write', level);
	expect(level.writes).toBe(32);
	const best = ((500 / 32) * ALONE_MS * slow) / 1000;
	expect(seconds).toBeLessThan(best * 1.5);
});

test('every half minute it is measured how quick the service is without us', async () => {
	const level = new Level();
	await play(queueOf(8), 600, 'write', level);
	const before = level.writes;
	await passed(30_000);
	level.begin('M/M')('other');
	expect(level.writes).toBe(Math.max(5, Math.floor(before / 2)));
});

const lost: Serve = async () => {
	await wait(ALONE_MS);
	return -1;
};

test('trouble halves the level once for all calls that were under way', async () => {
	const level = new Level();
	await play(alone, 300, 'write', level);
	expect(level.writes).toBe(32);
	const { failed } = await play(lost, 32, 'write', level);
	expect(failed).toBe(32);
	expect(level.writes).toBe(16);
});

test('after an unknown outcome of a write the level does not grow for a minute', async () => {
	const level = new Level();
	await play(alone, 20, 'write', level);
	await play(lost, 1, 'write', level);
	const after = level.writes;
	expect(after).toBeLessThanOrEqual(16);
	await play(alone, 200, 'write', level);
	expect(level.writes).toBeLessThanOrEqual(after);
	await passed(60_000);
	await play(alone, 200, 'write', level);
	expect(level.writes).toBeGreaterThan(after);
});

test('a level that is not used does not grow', async () => {
	const level = new Level();
	for (let n = 0; n < 40; n++) await play(alone, 1, 'write', level);
	expect(level.writes).toBe(5);
});

test('a level that is not used does not shrink because calls get slower, either', async () => {
	const level = new Level();
	await play(alone, 300, 'write', level);
	for (let n = 0; n < 60; n++) {
		const ends = [level.begin('M/M'), level.begin('M/M')];
		await passed(2 * ALONE_MS);
		for (const ended of ends) ended('taken');
	}
	expect(level.writes).toBe(32);
});

test('an account keeps its level for half a minute, and as long as calls are under way', async () => {
	const level = levelOf('a');
	await play(alone, 300, 'write', level);
	await passed(29_000);
	expect(levelOf('a')).toBe(level);
	expect(levelOf('b')).not.toBe(level);
	await passed(2000);
	expect(levelOf('a')).not.toBe(level);
	const next = levelOf('a');
	const ended = next.begin('M/M');
	await passed(90_000);
	expect(levelOf('a')).toBe(next);
	ended('taken');
});

test('of many accounts the last hundred are kept', () => {
	const [first, second] = [levelOf('0'), levelOf('1')];
	for (let n = 2; n <= 100; n++) levelOf(String(n));
	expect(levelOf('1')).toBe(second);
	expect(levelOf('0')).not.toBe(first);
});
