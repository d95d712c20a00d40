import { resultOf } from '../engine/lib/engine.mts';
import { gate, until } from '../until.mts';
import { goOn, isStanding, ownClock, SERVICE, standStill } from './lib/clock.mts';
import { keptOf, LIST, people, range, SEND, sending, to } from './lib/sending.mts';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./lib/clock.mts')>('./lib/clock.mts').pausesOfOwnClock(),
);
ownClock();

const s = sending(SERVICE);

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'stopped in the middle (%s): no new call begins, those under way are counted; retried, the rest is sent',
	async (onError) => {
		const { held, open } = gate();
		s.service.faults.add({
			method: SEND,
			when: () => s.callsOf(SEND).length > 7,
			times: Infinity,
			kind: { delay: held },
		});
		const items = people(30);
		const started = s.start(items, { maxConcurrent: 5 }, { onError });
		await until(() => s.callsOf(SEND).length === 7 + 5);
		started.cancel();
		open();
		const stopped = resultOf(await started);
		expect(stopped.run.status).toBe('canceled');
		expect(stopped.error?.message).toBe(
			'12 of 30 messages accepted; the execution was stopped (canceled)',
		);
		expect(s.callsOf(SEND)).toHaveLength(12);

		const { main } = await s.send(items, {}, { onError, context: keptOf(stopped) });
		expect([...s.called()].sort()).toEqual(range(30).map(to));
		expect(main.map(({ json }) => [json.recipient, json.statusText])).toEqual(
			range(30).map((n) => [to(n), 'sent']),
		);
	},
);

test('stopping ends the wait for the rate limit; what was refused is not pending', async () => {
	s.service.faults.add({ method: SEND, times: Infinity, kind: { code: 30 } });
	const started = s.start(people(2), { sendOnceKey: '={{ $json.to }}' });
	standStill(() => s.callsOf(SEND).length >= 4);
	await until(isStanding);
	goOn();
	started.cancel();
	const stopped = resultOf(await started);
	expect(JSON.stringify(keptOf(stopped))).not.toContain('since');
	expect([...s.store.lists.values()].flat()).toEqual([]);
	s.service.faults.clear();
	await s.send(people(2), { sendOnceKey: '={{ $json.to }}' }, { context: keptOf(stopped) });
	expect([...s.taken()].sort()).toEqual([to(0), to(1)]);
});

test('stopping ends the look-ups', async () => {
	s.strike(to(0), { drop: 'before' });
	const started = s.start(people(1));
	standStill(() => s.callsOf(LIST).length >= 1);
	await until(isStanding);
	goOn();
	started.cancel();
	await started;
	expect(s.callsOf(LIST)).toHaveLength(1);
});
