import { countAtOnce } from '../engine/lib/countAtOnce.mts';
import { gate, until } from '../until.mts';
import { expectOwn } from './lib/scene.mts';
import { people, range, SEND, sendingByOwnClock, to } from './lib/sending.mts';

const s = sendingByOwnClock();

describe('at once', () => {
	let [open, most] = [() => {}, () => 0];
	beforeEach(() => {
		const { held, open: opens } = gate();
		[open, most] = [opens, countAtOnce(s.service)];
		s.service.faults.add({ method: SEND, times: Infinity, kind: { delay: held } });
	});

	/** Time enough for a call too many. */
	const aWhile = async () => {
		for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
	};

	test.each([
		[{ maxConcurrent: 1 }, 4, 1, 1, 1],
		[{ maxConcurrent: 3 }, 8, 3, 3, 3],
		[{ maxConcurrent: 12 }, 26, 12, 12, 12],
		[{}, 100, 5, 6, 32],
		[{ maxConcurrent: 0 }, 100, 5, 6, 32],
	])(
		'with %j, of %i messages %i go out before an answer is there',
		async (options, count, atOnce, least, greatest) => {
			const running = s.send(people(count), options);
			await until(() => s.callsOf(SEND).length === atOnce);
			await aWhile();
			expect(s.callsOf(SEND)).toHaveLength(atOnce);
			s.service.faults.delay = 10;
			open();
			await running;
			expect(s.callsOf(SEND)).toHaveLength(count);
			expect(most()).toBeGreaterThanOrEqual(least);
			expect(most()).toBeLessThanOrEqual(greatest);
		},
	);
});

describe('order', () => {
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
			const places = (list: typeof main) => list.map(({ pairedItem }) => Object(pairedItem).item);
			const isApart = onError === 'continueErrorOutput';
			expect(places(main)).toEqual(isApart ? good : range(count));
			expect(places(errors)).toEqual(isApart ? bad : []);
			expectOwn(s, items, { main, errors });
		},
	);
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
}, 60_000);
