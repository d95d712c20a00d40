import { pauses } from './lib/clock.mts';
import { wordsOf } from './lib/scene.mts';
import { people, range, REFUSED, REPORTS, SEND, sendingByOwnClock, to } from './lib/sending.mts';

const s = sendingByOwnClock();
// The editor shows hints as HTML.
const UNREAD = /^Delivery reports could not be read: [^<]* \(code 1\)[^<]*\u2039img src[^<]*$/;
const idsOf = (rawBody: string) => [...new URLSearchParams(rawBody).values()];

test('one shared poll for all, until each report is final', async () => {
	const items = people(130, (n) => ({ to: n === 7 ? to(2) : to(n * 100) }));
	const { main } = await s.send(items, { waitForDelivery: 30, maxConcurrent: 20 });
	const statuses = main.map(({ json }) => json.deliveryReport);
	// The service lets numbers that end in 02 fail.
	expect(statuses).toEqual(
		range(130).map((n) =>
			expect.objectContaining({ status: n === 7 ? 'REJECTD' : 'DELIVRD', final: true }),
		),
	);
	expect(main.map(({ json }) => json.messageId)).toEqual(
		main.map(({ json }) => Object(json.deliveryReport).id),
	);
	const polls = s.callsOf(REPORTS).map(({ rawBody }) => idsOf(rawBody));
	// 100 ids a call; each message is asked for once a poll, and no more once it is final.
	expect(polls[0]).toHaveLength(100);
	expect(polls[1]).toHaveLength(30);
	expect(new Set([...polls[0], ...polls[1]]).size).toBe(130);
	expect(polls.length).toBeLessThanOrEqual(6);
	expect(s.callsOf(SEND)).toHaveLength(130);
});

test('when time is up, the last known report is returned', async () => {
	const items = [
		{ to: to(5), text: 'stays accepted' },
		{ to: to(50), text: 'for moderation' },
	];
	const { main } = await s.send(items, { waitForDelivery: 2 });
	// After 1 s, and when time is up; pauses grow.
	expect(pauses.filter((ms) => ms > 500).map(Math.round)).toEqual([1000, 1000]);
	expect(main[0].json.deliveryReport).toMatchObject({ status: 'ACCEPTD', final: false });
	expect(main[1].json.deliveryReport).toMatchObject({ status: 'NEW', startSendTs: null });
	expect(s.callsOf(REPORTS).map(({ rawBody }) => idsOf(rawBody).length)).toEqual([2, 2]);
});

test.each([0, 20_000])(
	'pauses grow by half, up to 15 s; a clock set back by %i ms',
	async (back) => {
		const when = () => {
			if (s.callsOf(REPORTS).length === 1) jest.setSystemTime(Date.now() - back);
			return false;
		};
		s.service.faults.add({ method: REPORTS, when, kind: { delay: 0 } });
		await s.send([{ to: to(5), text: 'stays accepted' }], { waitForDelivery: 100 });
		const grown = [1000, 1500, 2250, 3375, 5062.5, 7593.75, 11390.625, ...Array(4).fill(15_000)];
		const [last, ...all] = pauses.filter((ms) => ms > 500).toReversed();
		expect([all.toReversed(), Math.round(last / 100)]).toEqual([grown, 78]);
	},
);

test('without the option, or after a refusal in stop mode, no report is asked for', async () => {
	expect((await s.send(people(2))).main[0].json).not.toHaveProperty('deliveryReport');
	s.strike(to(1), REFUSED);
	await s.send(people(2), { waitForDelivery: 30, maxConcurrent: 1 });
	expect([s.callsOf(REPORTS), pauses]).toEqual([[], []]);
});

test('reports that cannot be read never fail a message that was accepted; a hint tells of them', async () => {
	const data = { ids: ['<img src=//a.bc/d>'] };
	s.service.faults.add({ method: REPORTS, times: Infinity, kind: { code: 1, data } });
	const modes = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;
	for (const onError of modes) {
		const { main, errors, hints } = await s.send(people(2), { waitForDelivery: 1 }, { onError });
		expect([wordsOf({ main }), errors]).toEqual([['sent', 'sent'], []]);
		expect(hints).toEqual([expect.stringMatching(UNREAD)]);
		expect(main.map(({ json }) => json.deliveryReport)).toEqual([null, null]);
	}
});

test('a poll that fails in between is made up for by the next', async () => {
	s.service.faults.add({ method: REPORTS, kind: { code: 9 } });
	const { main, hints } = await s.send(people(1), { waitForDelivery: 10 });
	expect([main[0].json.deliveryReport, hints]).toMatchObject([{ status: 'DELIVRD' }, []]);
	expect(s.callsOf(REPORTS)).toHaveLength(2);
});

test('a deferred message is not waited for: it goes out later than any wait ends', async () => {
	const additionalFields = { deferredToTs: '={{ $now.plus({ hours: $json.hours }).toISO() }}' };
	const items = people(2, (n) => ({ hours: 2 + n }));
	const { main } = await s.send(items, { waitForDelivery: 3600 }, { additionalFields });
	expect(main[0].json.deliveryReport).toMatchObject({ status: 'NEW', final: false });
	expect(s.callsOf(REPORTS)).toHaveLength(1);
	expect(pauses.filter((ms) => ms > 500)).toEqual([1000]);
});

// Last, since a call that is cut off may reach the service after its test.
test('under a limit of calls the run ends half a minute after its time, with what was read by then', async () => {
	const real = AbortSignal.timeout.bind(AbortSignal);
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
		// The limit of each call.
		if (ms === 120_000) return real(ms);
		const [stop, ends] = [new AbortController(), Date.now() + ms];
		const look = () => (Date.now() < ends ? setImmediate(look).unref() : stop.abort());
		look();
		return stop.signal;
	});
	s.service.faults.rateLimit = { calls: 1, ms: 60_000, methods: [REPORTS] };
	const began = Date.now();
	const { main, hints } = await s.send(people(300), { waitForDelivery: 10 });
	expect(Date.now() - began).toBeLessThan(50_000);
	expect(hints).toEqual([expect.stringMatching(/could not be read: .*\(code 30\)/)]);
	expect(main.filter(({ json }) => json.deliveryReport !== null)).toHaveLength(100);
});
