import { mostAtOnce } from '../engine/lib/mostAtOnce.mts';
import { people, range, SEND, sending, to } from './lib/sending.mts';

const s = sending();

test.each([1, 3, 12])('Max Concurrent %p is kept to, and used', async (maxConcurrent) => {
	s.service.faults.delay = 120;
	await s.send(people(maxConcurrent * 2 + 2), { maxConcurrent });
	expect(s.callsOf(SEND)).toHaveLength(maxConcurrent * 2 + 2);
	expect(mostAtOnce(s.callsOf(SEND))).toBe(maxConcurrent);
});

test.each([{}, { maxConcurrent: 0 }])(
	'with %p, five are sent before an answer is there',
	async (options) => {
		s.service.faults.delay = 300;
		await s.send(people(100), options);
		const calls = s.callsOf(SEND);
		const [first] = calls.map(({ endedAt }) => Number(endedAt)).sort((a, b) => a - b);
		expect(calls.filter(({ startedAt }) => startedAt < first)).toHaveLength(5);
		expect(calls).toHaveLength(100);
		expect(mostAtOnce(calls)).toBeGreaterThan(5);
		expect(mostAtOnce(calls)).toBeLessThanOrEqual(32);
	},
);

test('Interval parts the starts of calls, however many may be under way', async () => {
	s.service.faults.delay = 150;
	const began = Date.now();
	await s.send(people(8), { interval: 60, maxConcurrent: 8 });
	const starts = s.callsOf(SEND).map(({ startedAt }) => startedAt - began);
	// A timer of Node.js may fire 1 ms early.
	for (const n of range(8)) expect(starts[n]).toBeGreaterThanOrEqual(n * 59);
	expect(mostAtOnce(s.callsOf(SEND))).toBeGreaterThan(1);
});

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'outputs come in the order of the inputs, whatever order the answers come in (%s)',
	async (onError) => {
		const count = 20;
		const delay = (n: number) => (n === 0 ? 1000 : ((n * 7) % 5) * 20);
		range(count).forEach((n) => s.strike(to(n), { delay: delay(n), at: 'after' }));
		const bad = onError === 'stopWorkflow' ? [] : [4, 11];
		const items = people(count, (n) => (bad.includes(n) ? { to: 'nobody' } : {}));
		const { main, errors } = await s.send(items, { maxConcurrent: count }, { onError });
		const ended = s.callsOf(SEND).sort((a, b) => Number(a.endedAt) - Number(b.endedAt));
		expect(ended.at(-1)?.rawBody).toContain(to(0));
		const places = (list: typeof main) => list.map(({ pairedItem }) => pairedItem);
		const all = range(count).map((item) => ({ item }));
		const isGood = ({ item }: { item: number }) => !bad.includes(item);
		if (onError === 'continueErrorOutput') {
			expect(places(main)).toEqual(all.filter(isGood));
			expect(places(errors)).toEqual(bad.map((item) => ({ item })));
		} else expect(places(main)).toEqual(all);
		const sent = main.filter(({ json }) => json.error === undefined);
		expect(sent.map(({ json }) => json.recipient)).toEqual(
			range(count)
				.filter((n) => !bad.includes(n))
				.map(to),
		);
		for (const { json } of sent) {
			expect(s.service.store.message(Number(json.messageId))?.to).toBe(json.recipient);
		}
	},
);
