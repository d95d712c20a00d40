import { people, range, SEND, sending, to } from './lib/sending.mts';

jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...real, sleep: async (ms: number) => await real.sleep(ms / 20) };
});

const s = sending();
const CONTINUE = { onError: 'continueRegularOutput' as const };
const REFUSED = { code: 15 };

test('stop mode with one unknown: the second try goes past it and sends the rest', async () => {
	s.strike(to(1), { drop: 'before' });
	const retry = { retryOnFail: { maxTries: 2 } };
	const { error } = await s.send(people(5), { maxConcurrent: 1 }, retry);
	expect([...s.taken()].sort()).toEqual([0, 2, 3, 4].map(to));
	expect(error?.message).toMatch(/^4 of 5 messages accepted; item 2: It is not known/);
}, 60_000);

test('a service that swallows everything: after three calls without an answer the rest is not sent', async () => {
	s.service.faults.add({ method: SEND, times: Infinity, kind: { drop: 'after' } });
	s.service.faults.add({ method: 'Message/List', times: Infinity, kind: { code: 9 } });
	const { main } = await s.send(people(40), { maxConcurrent: 1 }, CONTINUE);
	expect(s.called()).toEqual(range(3).map(to));
	const outcomes = main.map(({ json }) => json.details);
	expect(outcomes).toEqual(
		range(40).map((n) => expect.objectContaining({ outcome: n < 3 ? 'unknown' : 'notSent' })),
	);
}, 60_000);

test('an answer in between, also a refusal, lets the run go on', async () => {
	for (const n of [0, 1, 3, 4]) s.strike(to(n), { drop: 'before' });
	s.strike(to(2), REFUSED);
	await s.send(people(8), { maxConcurrent: 1 }, CONTINUE);
	expect(s.called()).toHaveLength(8);
}, 60_000);

test('what was not sent is sent by the next try, what is unknown is not', async () => {
	s.service.faults.add({ method: SEND, times: 3, kind: { drop: 'before' } });
	const { main } = await s.send(
		people(6),
		{ maxConcurrent: 1 },
		{ ...CONTINUE, retryOnFail: { maxTries: 2 } },
	);
	expect(s.called()).toEqual(range(6).map(to));
	expect(main.map(({ json }) => json.outcome)).toEqual([
		...range(3).map(() => undefined),
		...range(3).map(() => 'accepted'),
	]);
}, 60_000);

test('look-ups of a run share one bounded time, also where the list hangs', async () => {
	const real = AbortSignal.timeout.bind(AbortSignal);
	const limits: number[] = [];
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		limits.push(ms);
		return real(Math.ceil(ms / 100));
	});
	s.service.faults.add({ method: SEND, times: Infinity, kind: { code: 999 } });
	s.service.faults.add({ method: 'Message/List', times: Infinity, kind: { delay: 20_000 } });
	const { main } = await s.send(people(6), {}, CONTINUE);
	timeout.mockRestore();
	expect(main).toHaveLength(6);
	// Besides the limit of each send call.
	expect(Math.max(...limits.filter((ms) => ms !== 120_000))).toBeLessThanOrEqual(60_000);
	// Each of five rounds gives up on each message by itself, and none waits for the list.
	expect(s.callsOf('Message/List').length).toBeLessThanOrEqual(30);
}, 60_000);
