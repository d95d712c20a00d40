import { setTimeout as wait } from 'node:timers/promises';

import { resultOf } from '../engine/lib/engine.mts';
import { keptOf, people, range, SEND, sending, to } from './lib/sending.mts';

const s = sending();

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'stopped in the middle (%s): no new call begins, those under way are counted; retried, the rest is sent',
	async (onError) => {
		s.service.faults.delay = 60;
		const items = people(30);
		const started = s.start(items, { maxConcurrent: 5 }, { onError });
		while (s.callsOf(SEND).length < 12) await wait(2);
		started.cancel();
		const stopped = resultOf(await started);
		expect(stopped.run.status).toBe('canceled');
		const called = s.callsOf(SEND).length;
		expect(called).toBeLessThanOrEqual(15);
		expect(stopped.error?.message).toBe(
			`${called} of 30 messages accepted; the execution was stopped (canceled)`,
		);
		await wait(150);
		expect(s.callsOf(SEND)).toHaveLength(called);

		s.service.faults.delay = 0;
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
	while (s.callsOf(SEND).length < 4) await wait(5);
	const began = Date.now();
	started.cancel();
	const stopped = resultOf(await started);
	expect(Date.now() - began).toBeLessThan(300);
	expect(JSON.stringify(keptOf(stopped))).not.toContain('since');
	expect([...s.store.lists.values()].flat()).toEqual([]);
	s.service.faults.clear();
	await s.send(people(2), { sendOnceKey: '={{ $json.to }}' }, { context: keptOf(stopped) });
	expect([...s.taken()].sort()).toEqual([to(0), to(1)]);
});

test('stopping ends the look-ups', async () => {
	s.strike(to(0), { drop: 'before' });
	const started = s.start(people(1));
	while (s.callsOf('Message/List').length < 1) await wait(5);
	const began = Date.now();
	started.cancel();
	await started;
	expect(Date.now() - began).toBeLessThan(300);
	const lookUps = s.callsOf('Message/List').length;
	await wait(1200);
	expect(s.callsOf('Message/List')).toHaveLength(lookUps);
});
