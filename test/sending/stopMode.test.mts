import { people, SEND, sending, to } from './lib/sending.mts';

const s = sending();
const REFUSED = { code: 15 };

test('stop mode: after a refusal no call begins, also none that waits for its interval', async () => {
	s.strike(to(0), REFUSED);
	const { error } = await s.send(people(50), { maxConcurrent: 50, interval: 400 });
	const [refused, ...others] = s.callsOf(SEND);
	// On a busy machine some may go out before the refusal is there, and one while it arrives.
	const late = others.filter(({ startedAt }) => startedAt > (refused.endedAt ?? 0));
	expect(late.length).toBeLessThanOrEqual(1);
	expect(s.called().length).toBeLessThan(50);
	expect(error?.message).toMatch(/^\d+ of 50 messages accepted; item 1: /);
});

test.each([
	[0, 5],
	[10, 10],
])(
	'stop mode: after a refusal no call begins that waits for the end of a rate limit (Max Concurrent %i)',
	async (maxConcurrent, atOnce) => {
		s.service.faults.add({
			method: SEND,
			when: ({ rawBody }) => !rawBody.includes(to(0)),
			times: Infinity,
			kind: { code: 30 },
		});
		s.strike(to(0), { ...REFUSED, delay: 100 });
		await s.send(people(40), { maxConcurrent });
		expect(s.service.store.messages.size).toBe(0);
		expect(s.called()).toHaveLength(atOnce);
	},
);
