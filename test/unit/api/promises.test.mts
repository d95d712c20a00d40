import { getEventListeners } from 'node:events';

import { pause } from '../../../nodes/shared/api/promises';

beforeEach(() => jest.useFakeTimers());

const waiters = (signal: AbortSignal, ms: number) =>
	Promise.all(Array.from({ length: 60 }, async () => await pause(ms, signal)));

// The clock stands still, so only what needs no time can end.
test('many that wait on one signal leave no more listeners on it than Node.js takes for sound, and end with it', async () => {
	const stop = new AbortController();
	const waiting = waiters(stop.signal, 3000);
	expect(getEventListeners(stop.signal, 'abort').length).toBeLessThanOrEqual(10);
	stop.abort();
	expect(await waiting).toHaveLength(60);
});

test.each([
	['no time', 0, new AbortController().signal],
	['a signal that is aborted already', 60_000, AbortSignal.abort()],
])('%s: no wait', async (_, ms, signal) => {
	expect(await pause(ms, signal)).toBeUndefined();
});

test.each([
	['without a signal', undefined],
	['with a signal', new AbortController().signal],
])('%s it waits its time', async (_, signal) => {
	const ended = jest.fn();
	void pause(50, signal).then(ended);
	await jest.advanceTimersByTimeAsync(49);
	expect(ended).not.toHaveBeenCalled();
	await jest.advanceTimersByTimeAsync(1);
	expect(ended).toHaveBeenCalled();
});
