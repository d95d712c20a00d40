import { getEventListeners } from 'node:events';

import { pause } from '../../../nodes/shared/api/promises';

beforeEach(() => jest.useFakeTimers());

// The clock stands still, so only what needs no time can end.
test('many that wait on one signal leave no more listeners on it than Node.js takes for sound, and end with it', async () => {
	const stop = new AbortController();
	const waiters = Array.from({ length: 60 }, async () => await pause(3000, stop.signal));
	const waiting = Promise.all(waiters);
	expect(getEventListeners(stop.signal, 'abort').length).toBeLessThanOrEqual(10);
	stop.abort();
	expect(await waiting).toHaveLength(60);
});
