import { people, range, SEND, sending, to } from './lib/sending.mts';

const s = sending();

test('a rate limit of the service slows the run down as one: all are accepted, few calls are refused', async () => {
	s.service.faults.rateLimit = { perSecond: 20, methods: [SEND] };
	const { main, error } = await s.send(people(60));
	expect(error).toBeUndefined();
	expect(main.map(({ json }) => [json.recipient, json.statusText])).toEqual(
		range(60).map((n) => [to(n), 'sent']),
	);
	expect([...s.taken()].sort()).toEqual(range(60).map(to));
	const refused = s.callsOf(SEND).filter(({ code }) => code === 30);
	// The first refusal meets all calls under way, and slows them down once, together.
	expect(refused.length).toBeGreaterThan(0);
	expect(refused.length).toBeLessThanOrEqual(32 + 15);
});

test('a refusal for the rate alone is repeated, as often as it takes, under one ledger entry', async () => {
	s.strike(to(0), { code: 30 }, 3);
	const { main } = await s.send(people(1));
	expect(s.callsOf(SEND).map(({ code }) => code)).toEqual([30, 30, 30, 0]);
	expect(main[0].json).toMatchObject({ statusText: 'sent' });
	const starts = s.callsOf(SEND).map(({ startedAt }) => startedAt);
	const pauses = starts.slice(1).map((at, n) => at - starts[n]);
	expect(Math.min(...pauses)).toBeGreaterThanOrEqual(250);
});
