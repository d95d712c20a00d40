import type { FaultKind } from '../service/index.mts';
import { ownClock, SERVICE } from './lib/clock.mts';
import { LIST, people, range, SEND, sending, to } from './lib/sending.mts';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./lib/clock.mts')>('./lib/clock.mts').pausesOfOwnClock(),
);
ownClock();

const s = sending(SERVICE);
const UNDECIDED = (code: number) => ({
	status: 200,
	body: `{"code":${code},"data":null,"message":""}`,
});

/** What comes instead of an answer, and how it is put when the message is not found. */
const FAULTS: Array<[kind: FaultKind, words: string]> = [
	[{ drop: 'before' }, 'The connection broke before the answer came (ECONNRESET)'],
	[{ status: 500 }, 'The server answered with an HTTP status instead of a result (500)'],
	[{ status: 502 }, 'The server answered with an HTTP status instead of a result (502)'],
	[{ status: 504 }, 'The server answered with an HTTP status instead of a result (504)'],
	[{ status: 408 }, 'The server answered with an HTTP status instead of a result (408)'],
	[{ html: true }, 'A web page came back instead of an answer of the service'],
	[{ truncated: true }, 'The answer is not what this service sends'],
	[{ empty: true }, 'The answer is not what this service sends'],
	[UNDECIDED(3), 'The service could not carry out the call (code 3)'],
	[UNDECIDED(999), 'The service has trouble of its own (code 999)'],
];
const after = (kind: FaultKind): FaultKind =>
	'drop' in kind ? { drop: 'after' } : { ...kind, at: 'after' };

test('lost before the service took it: called once, not found, said to be unknown', async () => {
	FAULTS.forEach(([kind], n) => s.strike(to(n), kind, Infinity));
	const options = { maxConcurrent: FAULTS.length };
	const more = { onError: 'continueRegularOutput' as const };
	const { main } = await s.send(people(FAULTS.length), options, more);
	expect([...s.called()].sort()).toEqual(range(FAULTS.length).map(to));
	expect(main.map(({ json }) => json.error)).toEqual(
		FAULTS.map(([, words], n) => expect.stringContaining(`message to ${to(n)} was sent: ${words}`)),
	);
	for (const { json } of main) {
		expect(json.message).toMatch(/not sent again\. Look for it with .* Get Many/);
	}
	// Five look-ups each.
	expect(s.callsOf(LIST)).toHaveLength(5 * FAULTS.length);
	expect(s.callsOf(LIST)[0].params).toEqual({
		criteria: { to: expect.stringMatching(/^77011231\d{3}$/) },
		sort: { campaignId: 'DESC' },
		pagination: { pageSize: '100', currentPage: '0' },
	});
}, 60_000);

test('lost after the service took it: called once, found and adopted', async () => {
	FAULTS.forEach(([kind], n) => s.strike(to(n), after(kind), Infinity));
	const { main } = await s.send(people(FAULTS.length));
	expect(s.callsOf(SEND)).toHaveLength(FAULTS.length);
	const messages = new Map([...s.service.store.messages.all()].map((each) => [each.to, each]));
	expect(main.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
		FAULTS.map((_, n) => [
			{
				recipient: to(n),
				campaignId: Number(messages.get(to(n))?.campaignId),
				messageId: Number(messages.get(to(n))?.id),
				status: null,
				statusText: null,
				segments: 1,
				outcome: 'accepted',
				recovered: true,
			},
			{ item: n },
		]),
	);
});

test('a message that shows late in the list is adopted when it shows', async () => {
	s.service.faults.listLag = 2500;
	s.strike(to(0), { drop: 'after' });
	const { main } = await s.send(people(1));
	expect(main[0].json).toMatchObject({ messageId: 70000000002, recovered: true });
	// Three until it shows, after 0.5, 1.5 and 3.5 s, and two more that show the service's clock.
	const looks = s.callsOf(LIST).filter(({ rawBody }) => rawBody.includes('sort'));
	expect(looks).toHaveLength(5);
});

test('in stop mode nothing more is sent until the outcome is known', async () => {
	s.strike(to(0), { drop: 'after' });
	const { main } = await s.send(people(3), { maxConcurrent: 1 });
	const methods = s.service.calls.map(({ method }) => method);
	expect([methods.indexOf(LIST), methods.lastIndexOf(LIST)]).toEqual([1, methods.length - 3]);
	expect(s.called()).toEqual([to(0), to(1), to(2)]);
	expect(main.map(({ json }) => json.recovered)).toEqual([true, undefined, undefined]);
});

const QUEUED = { status: 200, body: '{"code":100,"data":"812","message":""}' };

test('queued by the service and not found: it comes out as queued, and is not sent again', async () => {
	s.strike(to(0), QUEUED);
	s.strike(to(1), { code: 15 });
	const { main, error } = await s.send(
		people(2),
		{ maxConcurrent: 1 },
		{ retryOnFail: { maxTries: 2 } },
	);
	expect(error).toBeUndefined();
	expect(s.called()).toEqual([to(0), to(1), to(1)]);
	expect(main[0].json).toMatchObject({ outcome: 'queued', taskId: '812', messageId: null });
	expect(main[1].json.outcome).toBe('accepted');
}, 60_000);

test('queued by the service and found: it is accepted', async () => {
	s.strike(to(0), { ...QUEUED, at: 'after' });
	const { main } = await s.send(people(1));
	expect(main[0].json).toMatchObject({ outcome: 'accepted', recovered: true });
});

test('a limit per hour, On Error Continue: after ten that waited in vain the rest is not tried', async () => {
	s.service.faults.rateLimit = { perHour: 10, methods: [SEND] };
	const { main } = await s.send(people(200), {}, { onError: 'continueRegularOutput' });
	const outcomes = main.map(({ json }) => json.outcome ?? Object(json.details).outcome);
	const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
	expect(count('accepted')).toBe(10);
	// Those that were under way when it was clear are refused, too.
	expect(count('refused')).toBeLessThanOrEqual(10 + 32);
	expect(count('notSent')).toBe(190 - count('refused'));
}, 60_000);
