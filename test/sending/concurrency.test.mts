import { mostAtOnce } from '../engine/lib/mostAtOnce.mts';
import { gate, until } from '../until.mts';
import { people, range, SEND, sending, to } from './lib/sending.mts';

const s = sending();

/** Time enough for a call too many. */
const aWhile = async () => {
	for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test.each([1, 3, 12])('Max Concurrent %p is kept to, and used', async (maxConcurrent) => {
	const { held, open } = gate();
	s.service.faults.add({ method: SEND, times: Infinity, kind: { delay: held } });
	const running = s.send(people(maxConcurrent * 2 + 2), { maxConcurrent });
	await until(() => s.callsOf(SEND).length === maxConcurrent);
	await aWhile();
	expect(s.callsOf(SEND)).toHaveLength(maxConcurrent);
	open();
	await running;
	expect(s.callsOf(SEND)).toHaveLength(maxConcurrent * 2 + 2);
	expect(mostAtOnce(s.callsOf(SEND))).toBe(maxConcurrent);
});

test.each([{}, { maxConcurrent: 0 }])(
	'with %p, five are sent before an answer is there, and all in the end',
	async (options) => {
		const { held, open } = gate();
		s.service.faults.add({ method: SEND, times: Infinity, kind: { delay: held } });
		const running = s.send(people(100), options);
		await until(() => s.callsOf(SEND).length === 5);
		await aWhile();
		expect(s.callsOf(SEND)).toHaveLength(5);
		open();
		await running;
		expect(s.callsOf(SEND)).toHaveLength(100);
		expect(mostAtOnce(s.callsOf(SEND))).toBeLessThanOrEqual(32);
	},
);

test('Interval parts the starts of calls, however many may be under way', async () => {
	const { held, open } = gate();
	s.service.faults.add({ method: SEND, times: Infinity, kind: { delay: held } });
	const began = Date.now();
	const running = s.send(people(8), { interval: 60, maxConcurrent: 8 });
	await until(() => s.callsOf(SEND).length === 8);
	open();
	await running;
	const starts = s.callsOf(SEND).map(({ startedAt }) => startedAt - began);
	// A timer of Node.js may fire 1 ms early.
	for (const n of range(8)) expect(starts[n]).toBeGreaterThanOrEqual(n * 59);
});

test.each(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const)(
	'outputs come in the order of the inputs, whatever order the answers come in (%s)',
	async (onError) => {
		const count = 20;
		const bad = onError === 'stopWorkflow' ? [] : [4, 11];
		const good = range(count).filter((n) => !bad.includes(n));
		// The first is answered last; of the others, each after the one behind it.
		const gates = new Map(good.map((n) => [n, gate()]));
		for (const [n, { held }] of gates) s.strike(to(n), { delay: held });
		const items = people(count, (n) => (bad.includes(n) ? { to: 'nobody' } : {}));
		const running = s.send(items, { maxConcurrent: count }, { onError });
		const answered = () => s.callsOf(SEND).filter(({ endedAt }) => endedAt !== undefined);
		await until(() => s.callsOf(SEND).length === good.length);
		for (const n of [...good].reverse()) {
			const before = answered().length;
			gates.get(n)?.open();
			await until(() => answered().length > before);
		}
		const { main, errors } = await running;
		const places = (list: typeof main) => list.map(({ pairedItem }) => pairedItem);
		const all = range(count).map((item) => ({ item }));
		const isGood = ({ item }: { item: number }) => !bad.includes(item);
		if (onError === 'continueErrorOutput') {
			expect(places(main)).toEqual(all.filter(isGood));
			expect(places(errors)).toEqual(bad.map((item) => ({ item })));
		} else expect(places(main)).toEqual(all);
		const sent = main.filter(({ json }) => json.error === undefined);
		expect(sent.map(({ json }) => json.recipient)).toEqual(good.map(to));
		for (const { json } of sent) {
			expect(s.service.store.message(Number(json.messageId))?.to).toBe(json.recipient);
		}
	},
);
