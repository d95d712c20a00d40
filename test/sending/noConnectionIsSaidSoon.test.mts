import { people, sendingByOwnClock } from './lib/sending.mts';

const s = sendingByOwnClock();

// Somebody sits before the editor in a manual run; a published workflow waits through a short outage.
test.each([
	['manual', 5],
	['trigger', 30],
] as const)('no connection: a %s run gives up within %s s', async (mode, seconds) => {
	const began = Date.now();
	const credential = s.credential({ baseUrl: 'http://127.0.0.1:9' });
	const { error } = await s.send(people(1), {}, { mode, credential });
	expect(error?.message).toBeDefined();
	const passed = (Date.now() - began) / 1000;
	expect(passed).toBeLessThanOrEqual(seconds);
	expect(passed).toBeGreaterThan(seconds / 3);
});
