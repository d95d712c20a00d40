import { people, SEND, sending, to } from './lib/sending.mts';

const s = sending();
const REFUSED = { code: 15 };

test('stop mode: after a refusal no call begins, and none waits for its interval any longer', async () => {
	s.strike(to(0), REFUSED);
	const { error } = await s.send(people(4), { maxConcurrent: 4, interval: 8000 });
	expect(s.called()).toEqual([to(0)]);
	expect(error?.message).toMatch(/^0 of 4 messages accepted; item 1: /);
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
