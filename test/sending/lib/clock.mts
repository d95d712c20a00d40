const REAL = [
	...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'] as const),
	...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
const NOON = Date.UTC(2026, 2, 10, 7, 0, 0, 437);

const state = { stands: () => false, standing: 0 };

/** The pauses of the nodes, in ms, in the order in which they began. */
export const pauses: number[] = [];

/**
 * For `jest.mock('n8n-workflow')`: with it and `ownClock`, a pause of the nodes takes no time of the machine,
 * and sets the clock forward.
 */
export const pausesOfOwnClock = () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	const sleep = async (ms: number) => {
		const ends = Date.now() + ms;
		pauses.push(ms);
		if (state.stands()) {
			state.standing++;
			await new Promise<never>(() => {});
		}
		// Pauses that begin together are one.
		await new Promise((resolve) => setImmediate(resolve));
		passes(Math.max(0, ends - Date.now()));
	};
	return { ...real, sleep };
};

/** Time goes by, for the nodes and for the service. */
export const passes = (ms: number): void => void jest.setSystemTime(Date.now() + ms);

/** From when this holds, a pause that begins never ends by itself. */
export function standStill(holds: () => boolean): void {
	state.stands = holds;
}

/** Whether a node pauses, and nothing but being stopped can end it. */
export const isStanding = (): boolean => state.standing > 0;

/** Pauses that begin from now on end again. */
export function goOn(): void {
	state.stands = () => false;
}

/**
 * For tests whose clock moves only where a node pauses and where the test says so, so that they run the same
 * way on every machine. The service must have `SERVICE`.
 */
export function ownClock(): void {
	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: REAL, now: NOON });
		goOn();
		state.standing = 0;
		pauses.length = 0;
	});
	afterEach(() => jest.useRealTimers());
}

/** The service goes by the clock of the test. */
export const SERVICE = { now: () => Date.now() };
