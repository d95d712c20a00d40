import { Pace } from '../../nodes/shared/api/traffic';

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));

test('a limit is used nearly in full, found again when it is raised, and kept to when it is lowered', async () => {
	let limit = 10;
	setTimeout(() => (limit = 30), 20_000);
	setTimeout(() => (limit = 5), 80_000);
	const pace = new Pace();
	const stop = new AbortController();
	/** Seconds after the beginning at which calls were accepted, and refused. */
	const [accepted, refused]: number[][] = [[], []];
	/** The service accepts `limit` calls within any second, and answers each within 20 ms. */
	const worker = async () => {
		while (!stop.signal.aborted) {
			const turn = await pace.turn(stop.signal);
			const second = Date.now() / 1000 - 1000;
			const isRefused = accepted.filter((time) => time > second - 1).length >= limit;
			(isRefused ? refused : accepted).push(second);
			await new Promise((resolve) => setTimeout(resolve, 20));
			if (isRefused) pace.refused(turn);
			else pace.accepted();
		}
	};
	for (let n = 0; n < 5; n++) void worker();
	await jest.advanceTimersByTimeAsync(110_000);
	stop.abort();
	const within = (times: number[], from: number, to: number) =>
		times.filter((time) => time >= from && time < to).length;
	expect(within(accepted, 5, 20) / 15).toBeGreaterThan(8);
	expect(within(accepted, 60, 80) / 20).toBeGreaterThan(24);
	expect(within(accepted, 90, 110) / 20).toBeGreaterThan(3.5);
	expect(within(refused, 5, 80) / within(accepted, 5, 80)).toBeLessThan(0.1);
	expect(within(refused, 90, 110)).toBeLessThan(20);
});
