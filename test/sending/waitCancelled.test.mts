import { resultOf } from '../engine/lib/engine.mts';
import { until } from '../until.mts';
import { goOn, isStanding, ownClock, SERVICE, standStill } from './lib/clock.mts';
import { keptOf, people, REPORTS, sending } from './lib/sending.mts';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./lib/clock.mts')>('./lib/clock.mts').pausesOfOwnClock(),
);
ownClock();

const s = sending({ ...SERVICE, lifecycle: 'manual' });

test('stopping the execution ends the wait; retried, it sends nothing again', async () => {
	const items = people(2);
	const started = s.start(items, { waitForDelivery: 60 });
	standStill(() => s.callsOf(REPORTS).length >= 1);
	await until(isStanding);
	goOn();
	started.cancel();
	const stopped = resultOf(await started);
	expect(stopped.run.status).toBe('canceled');
	expect(stopped.error?.message).toBe(
		'2 of 2 messages accepted; the execution was stopped (canceled)',
	);
	expect(s.callsOf(REPORTS)).toHaveLength(1);

	const { main } = await s.send(items, {}, { context: keptOf(stopped) });
	expect(s.called()).toHaveLength(2);
	expect(main.map(({ json }) => json.messageId)).toEqual([70000000002, 70000000004]);
});
