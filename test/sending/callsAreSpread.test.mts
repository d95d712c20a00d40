import { countAtOnce } from '../engine/lib/harness.mts';
import { gate, untilOvertaken } from '../until.mts';
import { people, SEND, sendingByOwnClock } from './lib/sending.mts';

const s = sendingByOwnClock();

test.each([
	[{ maxConcurrent: 1 }, 4, 1, 1, 1],
	[{ maxConcurrent: 12 }, 26, 12, 12, 12],
	[{}, 100, 5, 6, 32],
	[{ maxConcurrent: 0 }, 100, 5, 6, 32],
])('%j: of %i, %i go out before an answer is there', async (options, count, atOnce, least, top) => {
	const { held, open } = gate();
	const most = countAtOnce(s.service);
	s.service.faults.add({ method: SEND, times: Infinity, kind: { delay: held } });
	const running = s.send(people(count), options);
	await untilOvertaken(() => s.callsOf(SEND).length === atOnce);
	expect(s.callsOf(SEND)).toHaveLength(atOnce);
	s.service.faults.delay = 10;
	open();
	await running;
	expect(s.callsOf(SEND)).toHaveLength(count);
	expect(most()).toBeGreaterThanOrEqual(least);
	expect(most()).toBeLessThanOrEqual(top);
});

test('a limit per hour, On Error Continue: after ten that waited in vain the rest is not tried', async () => {
	s.service.faults.rateLimit = { calls: 10, ms: 3_600_000, methods: [SEND] };
	const { main } = await s.send(people(200), {}, { onError: 'continueRegularOutput' });
	const outcomes = main.map(({ json }) => json.outcome ?? Object(json.details).outcome);
	const count = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length;
	expect(count('accepted')).toBe(10);
	// Those that were under way when it was clear are refused, too.
	expect(count('refused')).toBeLessThanOrEqual(10 + 32);
	expect(count('notSent')).toBe(190 - count('refused'));
	expect(main.at(-1)?.json).toMatchObject({
		error: expect.stringMatching(/^It was not sent, because several calls in a row got no clear/),
		message: expect.stringMatching(/^Check the service, its limit of calls and the network/),
	});
}, 60_000);
