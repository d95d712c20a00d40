import { getEventListeners } from 'node:events';

import { pause } from '../../../nodes/shared/api/pause';

const waiters = (signal: AbortSignal, ms: number) =>
	Promise.all(Array.from({ length: 60 }, async () => await pause(ms, signal)));

test('many that wait on one signal leave no more listeners on it than Node.js takes for sound', async () => {
	const stop = new AbortController();
	const waiting = waiters(stop.signal, 3000);
	expect(getEventListeners(stop.signal, 'abort').length).toBeLessThanOrEqual(10);
	const began = Date.now();
	stop.abort();
	await waiting;
	expect(Date.now() - began).toBeLessThan(1000);
});

test.each([
	['no time', 0, new AbortController().signal],
	['a signal that is aborted already', 60_000, AbortSignal.abort()],
])('%s: no wait', async (_, ms, signal) => {
	const began = Date.now();
	await pause(ms, signal);
	expect(Date.now() - began).toBeLessThan(1000);
});

test('without a signal it waits its time', async () => {
	const began = Date.now();
	await pause(50, undefined);
	expect(Date.now() - began).toBeGreaterThanOrEqual(49);
});
