import { setTimeout as wait } from 'node:timers/promises';

import { resultOf } from '../engine/lib/engine.mts';
import { keptOf, people, REPORTS, sending } from './lib/sending.mts';

const s = sending({ lifecycle: 'manual' });

test('stopping the execution ends the wait; retried, it sends nothing again', async () => {
	const items = people(2);
	const started = s.start(items, { waitForDelivery: 60 });
	while (s.callsOf(REPORTS).length < 1) await wait(10);
	const began = Date.now();
	started.cancel();
	const stopped = resultOf(await started);
	expect(Date.now() - began).toBeLessThan(300);
	expect(stopped.run.status).toBe('canceled');
	expect(stopped.error?.message).toBe(
		'2 of 2 messages accepted; the execution was stopped (canceled)',
	);
	await wait(1700);
	expect(s.callsOf(REPORTS)).toHaveLength(1);

	const { main } = await s.send(items, {}, { context: keptOf(stopped) });
	expect(s.called()).toHaveLength(2);
	expect(main.map(({ json }) => json.messageId)).toEqual([70000000002, 70000000004]);
});
