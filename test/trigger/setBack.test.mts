import fc from 'fast-check';

import { readState } from '../../nodes/MessageTrigger/cursor';
import { pollOnce } from '../../nodes/MessageTrigger/poll';
import { Night, SET_BACK, ZONE, type Keeps } from './lib/night.mts';

const RUNS = Number(process.env.TRIGGER_RUNS ?? 2000) / 20;
const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000_000);
const MINUTE = 60_000;

let now = 0;
beforeAll(() => jest.spyOn(Date, 'now').mockImplementation(() => now));
afterAll(() => jest.restoreAllMocks());

/** A trigger, whose polls read so many pages at most. @returns what a poll tells */
function watch(night: Night, overlap: number, pages: number) {
	const terms = { overlap, zone: ZONE, budget: pages * 2 };
	let saved: unknown;
	return async (): Promise<string[]> => {
		const poll = await pollOnce(night.list(), 'night', readState(saved, 'night'), terms);
		saved = JSON.parse(JSON.stringify(poll.state));
		return poll.events.map(({ id }) => id);
	};
}

/** Changes and polls, each some seconds after the one before. */
const step = fc.record({
	after: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 2400 })),
	changes: fc.integer({ min: 0, max: 6 }),
	isPolled: fc.boolean(),
});

const story = fc.record({
	begins: fc.integer({ min: -100, max: 30 }),
	overlap: fc.integer({ min: 0, max: 10 }),
	pages: fc.constantFrom(1, 2, 1e9),
	steps: fc.array(step, { minLength: 5, maxLength: 40 }),
});

describe.each<Keeps>(['clock', 'moment'])(
	'clocks are set back, the service keeps a %s',
	(keeps) => {
		it('tells every change of the hour that comes twice, once', async () => {
			const property = fc.asyncProperty(story, async ({ begins, overlap, pages, steps }) => {
				now = SET_BACK + begins * MINUTE;
				const night = new Night(keeps, 3);
				night.change(now);
				const poll = watch(night, overlap, pages);
				await poll();
				const told: string[] = [];
				const expected: string[] = [];
				for (const { after, changes, isPolled } of steps) {
					now += after * 1000;
					for (let n = 0; n < changes; n++) expected.push(night.change(now));
					if (isPolled) told.push(...(await poll()));
				}
				now += 3 * 60 * MINUTE;
				expected.push(night.change(now));
				// A poll that reads a part of a backlog may have nothing to tell of it.
				for (let polls = 0; polls < 100 && told.length < expected.length; polls++) {
					told.push(...(await poll()));
				}
				told.push(...(await poll()), ...(await poll()));
				expect(told.map(Number).sort((a, b) => a - b)).toEqual(expected.map(Number));
			});
			await fc.assert(property, { numRuns: RUNS, seed: SEED });
		});

		it('does not take the last second of the hour for its end', async () => {
			now = SET_BACK - 1000;
			const night = new Night(keeps, 100);
			night.change(now);
			const poll = watch(night, 5, 1e9);
			for (let minute = 0; minute < 3; minute++) {
				expect(await poll()).toEqual([]);
				now += MINUTE;
			}
			const id = night.change(now);
			expect(await poll()).toEqual([id]);
		});
	},
);
