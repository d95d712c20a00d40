import { setTimeout as sleep } from 'node:timers/promises';

/** Much longer than anything takes on a machine that is slow or busy with something else. In ms. */
const LONG = 180_000;

interface Times {
	timeout?: number;
	interval?: number;
}

/** Tells what is being done and how long it took. */
export async function step<T>(title: string, work: () => Promise<T>): Promise<T> {
	const startedAt = Date.now();
	const seconds = () => `${((Date.now() - startedAt) / 1000).toFixed(1)} s`;
	console.log(`${title} ...`);
	try {
		const result = await work();
		console.log(`  done in ${seconds()}`);
		return result;
	} catch (error) {
		console.log(`  failed after ${seconds()}`);
		throw error;
	}
}

/** Asks again while the answer is undefined or false. Throws when `timeout` (ms) is over, or what `ask` throws. */
export async function until<T>(
	what: string,
	ask: () => Promise<T | undefined | false>,
	{ timeout = LONG, interval = 200 }: Times = {},
): Promise<T> {
	const deadline = Date.now() + timeout;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined && answer !== false) return answer;
		if (Date.now() > deadline) throw new Error(`${what}: nothing after ${timeout / 1000} s`);
		await sleep(interval);
	}
}

/** Checks again until nothing is thrown; in the end throws what the last check threw. */
export async function eventually<T>(check: () => Promise<T>, times: Times = {}): Promise<T> {
	let reason: unknown;
	const passed = () =>
		check().then(
			(value) => ({ value }),
			(thrown: unknown) => void (reason = thrown),
		);
	const { value } = await until('', passed, { interval: 1_000, ...times }).catch(() => {
		throw reason;
	});
	return value;
}
