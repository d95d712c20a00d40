import { Pace } from '../../nodes/shared/api/pace';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

/**
 * Workers that go on for `seconds`, against a service that accepts `limit` calls within any second and
 * answers each within 20 ms.
 * @returns starts of the accepted calls and of the refused ones, in seconds
 */
async function run(limit: () => number, seconds: number, workers = 5) {
	const pace = new Pace();
	const stop = new AbortController();
	const began = Date.now();
	let window: number[] = [];
	const accepted: number[] = [];
	const refused: number[] = [];
	const worker = async () => {
		while (!stop.signal.aborted) {
			const turn = await pace.turn(stop.signal);
			const now = Date.now();
			window = window.filter((time) => time > now - 1000);
			const isRefused = window.length >= limit();
			(isRefused ? refused : accepted).push((now - began) / 1000);
			if (!isRefused) window.push(now);
			await new Promise((resolve) => setTimeout(resolve, 20));
			if (isRefused) pace.refused(turn);
			else pace.accepted();
		}
	};
	for (let n = 0; n < workers; n++) void worker();
	await jest.advanceTimersByTimeAsync(seconds * 1000);
	stop.abort();
	await jest.advanceTimersByTimeAsync(100);
	return { accepted, refused };
}

const within = (times: number[], from: number, to: number) =>
	times.filter((time) => time >= from && time < to).length;

test.each([
	[5, 0.2],
	[20, 0.1],
	[50, 0.1],
	[100, 0.1],
])('a limit of %i calls a second is used nearly in full', async (limit, share) => {
	const { accepted, refused } = await run(() => limit, 60);
	expect(within(accepted, 5, 60) / 55).toBeGreaterThan(limit * 0.8);
	// Finding out whether more is allowed costs a refused call now and then.
	expect(refused.length / accepted.length).toBeLessThan(share);
});

test('one refusal slows all workers down, once', async () => {
	const { accepted, refused } = await run(() => 20, 3, 10);
	const [first] = refused;
	// Those under way when the first was refused are refused too; after that the rate is kept.
	expect(within(refused, first, first + 0.1)).toBeLessThanOrEqual(10);
	expect(within(refused, first + 0.1, first + 1.5)).toBeLessThanOrEqual(2);
	expect(within(accepted, first + 1, first + 2)).toBeGreaterThanOrEqual(15);
});

test('a limit that is raised is found, and one that is lowered is kept to', async () => {
	let limit = 10;
	setTimeout(() => (limit = 30), 20_000);
	setTimeout(() => (limit = 5), 80_000);
	const { accepted, refused } = await run(() => limit, 110);
	expect(within(accepted, 60, 80) / 20).toBeGreaterThan(24);
	expect(within(accepted, 90, 110) / 20).toBeGreaterThan(3.5);
	expect(within(refused, 90, 110)).toBeLessThan(20);
});
