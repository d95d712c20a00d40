import { onSleep } from '../../runner/sleep.mts';

const REAL = [
	...(['hrtime', 'nextTick', 'queueMicrotask', 'setImmediate'] as const),
	...(['clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];
const NOON = Date.UTC(2026, 2, 10, 7, 0, 0, 437);

const state = { isOwn: false, test: 0, stands: (_ms: number) => false, standing: 0 };

/** The pauses of the nodes, in ms, in the order in which they began. */
export const pauses: number[] = [];

async function sleep(ms: number): Promise<void> {
	const { test } = state;
	const ends = Date.now() + Math.max(1, Math.ceil(ms));
	pauses.push(ms);
	if (state.stands(ms)) {
		state.standing++;
		await new Promise<never>(() => {});
	}
	// Pauses that begin together are one.
	await new Promise((resolve) => setImmediate(resolve));
	// What goes on in the background after its test must not move the clock of the next one.
	if (state.test === test) passes(Math.max(0, ends - Date.now()));
}

onSleep(async (ms, real) => await (state.isOwn ? sleep(ms) : real(ms)));

/** Time goes by, for the nodes and for the service. */
export const passes = (ms: number): void => void jest.advanceTimersByTime(ms);

/** From when this holds, a pause of so many ms that begins never ends by itself. */
export function standStill(holds: (ms: number) => boolean): void {
	state.stands = holds;
}

/** Whether a node pauses, and nothing but being stopped can end it. */
export const isStanding = (): boolean => state.standing > 0;

/** Pauses that begin from now on end again. */
export function goOn(): void {
	state.stands = () => false;
}

/**
 * For tests whose clock moves only where a node pauses and where the test says so: a pause takes no time of
 * the machine and sets the clock forward, so that they run the same way on every machine.
 */
export function ownClock(): void {
	beforeEach(() => {
		jest.useFakeTimers({ doNotFake: REAL, now: NOON });
		goOn();
		Object.assign(state, { isOwn: true, standing: 0 });
		pauses.length = 0;
	});
	afterEach(() => void Object.assign(state, { isOwn: false, test: state.test + 1 }));
}
