const REAL = [
	...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
	...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/**
 * For `jest.mock('n8n-workflow')`: with it and `ownClock`, a pause of the nodes takes no time of the machine,
 * and sets the clock forward.
 */
export const pausesOfOwnClock = () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const sleep = async (ms: number) => {
		const ends = Date.now() + ms;
		// Pauses that begin together are one.
		await new Promise((resolve) => setImmediate(resolve));
		passes(Math.max(0, ends - Date.now()));
	};
	return { ...real, sleep };
};

/** Time goes by, for the nodes and for the service. */
export const passes = (ms: number): void => void jest.setSystemTime(Date.now() + ms);

/**
 * For tests whose clock moves only where a node pauses and where the test says so, so that they run the same
 * way on every machine. The service must have `SERVICE`.
 */
export function ownClock(): void {
	beforeEach(() =>
		jest.useFakeTimers({ doNotFake: REAL, now: Date.UTC(2026, 2, 10, 7, 0, 0, 437) }),
	);
	afterEach(() => jest.useRealTimers());
}

/** The service goes by the clock of the test. */
export const SERVICE = { now: () => Date.now() };
