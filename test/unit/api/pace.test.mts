import { Pace } from '../../../nodes/shared/api/pace';
import { Spacing } from '../../../nodes/shared/api/traffic';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));

/**
 * A service that accepts `limit` calls within any second, called by five workers until `count` calls
 * are accepted; every answer takes 10 ms.
 * @returns how long it took, and how many calls were refused
 */
async function simulate(limit: number, count: number) {
	const pace = new Pace();
	let accepted: number[] = [];
	let left = count;
	let refusals = 0;
	const call = async (): Promise<void> => {
		const turn = await pace.turn(undefined);
		const now = Date.now();
		const isRefused = accepted.filter((time) => time > now - 1000).length >= limit;
		if (!isRefused) accepted = [...accepted, now];
		await new Promise((resolve) => setTimeout(resolve, 10));
		if (!isRefused) return pace.accepted();
		refusals++;
		pace.refused(turn);
		await call();
	};
	const worker = async () => {
		while (left-- > 0) await call();
	};
	const began = Date.now();
	let isDone = false;
	void Promise.all(Array.from({ length: 5 }, worker)).then(() => (isDone = true));
	while (!isDone) await jest.advanceTimersByTimeAsync(10);
	return { seconds: (Date.now() - began) / 1000, refusals };
}

test('without a refusal nothing waits', async () => {
	const { seconds } = await simulate(Infinity, 500);
	expect(seconds).toBeLessThan(1.1);
});

test.each([
	[5, 30],
	[20, 30],
	[20, 100],
	[50, 200],
])(
	'with %i calls a second allowed, %i calls are done in about the least time',
	async (limit, count) => {
		const { seconds, refusals } = await simulate(limit, count);
		const least = (count - limit) / limit;
		expect(seconds).toBeLessThan(least * 1.4 + 2);
		expect(refusals).toBeLessThan(count);
	},
);

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
