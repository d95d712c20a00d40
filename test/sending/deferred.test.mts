import { DateTime } from 'luxon';

import { until } from '../until.mts';
import { goOn, isStanding, ownClock, passes, SERVICE, standStill } from './lib/clock.mts';
import { keptOf, people, sending, to } from './lib/sending.mts';

jest.mock('n8n-workflow', () =>
	jest.requireActual<typeof import('./lib/clock.mts')>('./lib/clock.mts').pausesOfOwnClock(),
);
ownClock();

const s = sending(SERVICE);
const onError = 'continueRegularOutput' as const;

test('tried again after the hour before: accepted is returned, unknown looked up, the rest refused', async () => {
	const at = DateTime.now().plus({ hours: 1, seconds: 3 }).toISO();
	const deferred = { additionalFields: { deferredToTs: at } };
	s.strike(to(1), { drop: 'after' });
	s.strike(to(2), { code: 15 });
	s.service.faults.listLag = 1000;
	const started = s.start(people(3), {}, { ...deferred, onError });
	// After the first look-up, which does not find it.
	standStill(() => s.service.calls.length === 4);
	await until(isStanding);
	goOn();
	started.cancel();
	const context = keptOf({ run: await started, main: [], errors: [], error: undefined });
	passes(3500);

	const { main } = await s.send(
		people(3),
		{},
		{ ...deferred, onError, context: structuredClone(context) },
	);
	expect([...s.called()].sort()).toEqual([to(0), to(1), to(2)]);
	expect(main.map(({ json }) => json.error ?? [json.statusText, json.recovered])).toEqual([
		['deferred', undefined],
		[null, true],
		expect.stringMatching(/^"Send At" is .* which is less than 1 hour ahead$/),
	]);

	const stopped = await s.send(people(3), {}, { ...deferred, context });
	expect(stopped.error?.message).toMatch(/^2 of 3 messages accepted; item 3: "Send At" is /);
	expect(s.called()).toHaveLength(3);
});

test.each([true, false])(
	'too late from the start: nothing of the run is sent (dry run: %p)',
	async (dryRun) => {
		const { error } = await s.send(
			people(2, (n) => ({
				at: DateTime.now()
					.plus({ minutes: n === 0 ? 90 : 59 })
					.toISO(),
			})),
			{ dryRun },
			{ additionalFields: { deferredToTs: '={{ $json.at }}' } },
		);
		expect(error?.message).toMatch(
			/^\d of 2 messages accepted; item 2: "Send At" is .* less than 1 hour/,
		);
		expect(s.service.calls).toEqual([]);
	},
);
