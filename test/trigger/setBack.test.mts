import fc from 'fast-check';

import { pollOnce } from '../../nodes/MessageTrigger/poll';
import { readState } from '../../nodes/MessageTrigger/state';
import type { PageQuery } from '../../nodes/MessageTrigger/list';
import { draws } from '../draws.mts';
import { ANY } from './lib/host.mts';
import { Night, SET_BACK, ZONE, type Keeps } from './lib/night.mts';

const RUNS = draws(10);
const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000_000);
const MINUTE = 60_000;
const PAGE_SIZE = 10;

let now = 0;
beforeAll(() => jest.spyOn(Date, 'now').mockImplementation(() => now));
afterAll(() => jest.restoreAllMocks());

/** A trigger whose polls make so many calls at most, and what it takes for the zone. @returns what a poll emits */
function watch(night: Night, calls: number, zone = ZONE) {
	let saved: unknown;
	return async (): Promise<string[]> => {
		let made = 0;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now + made);
		const list = night.list();
		const counted = {
			pageSize: list.pageSize,
			page: async (asked: PageQuery) => {
				made++;
				return await list.page(asked);
			},
		};
		const terms = { account: 'night', choice: ANY, zone, budget: calls, now: () => now };
		const poll = await pollOnce(counted, readState(saved, 'night'), terms);
		clock.mockImplementation(() => now);
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
	calls: fc.constantFrom(20, 60, 1e9),
	steps: fc.array(step, { minLength: 5, maxLength: 40 }),
});

describe.each<[Keeps, string]>([
	['clock', ZONE],
	['moment', ZONE],
	['clock', 'Asia/Almaty'],
	['moment', 'Asia/Almaty'],
	['clock', 'America/New_York'],
	['moment', 'UTC'],
])('clocks are set back, the service keeps a %s, the credential says %s', (keeps, zone) => {
	it('emits every change of the hour that comes twice, once', async () => {
		const property = fc.asyncProperty(story, async ({ begins, calls, steps }) => {
			now = SET_BACK + begins * MINUTE;
			const night = new Night(keeps, PAGE_SIZE);
			night.change(now);
			const poll = watch(night, calls, zone);
			await poll();
			const emitted: string[] = [];
			const expected: string[] = [];
			for (const { after, changes, isPolled } of steps) {
				now += after * 1000;
				for (let n = 0; n < changes; n++) expected.push(night.change(now));
				if (isPolled) emitted.push(...(await poll()));
			}
			for (let polls = 0; polls < 130; polls++) {
				now += 2 * MINUTE;
				emitted.push(...(await poll()));
			}
			expected.push(night.change(now));
			for (let polls = 0; polls < 5; polls++) emitted.push(...(await poll()));
			expect(emitted.map(Number).sort((a, b) => a - b)).toEqual(expected.map(Number));
		});
		await fc.assert(property, { numRuns: RUNS, seed: SEED });
	});

	it('does not take the last second of the hour for its end', async () => {
		now = SET_BACK - 1000;
		const night = new Night(keeps, 100);
		night.change(now);
		const poll = watch(night, 1e9, zone);
		for (let minute = 0; minute < 3; minute++) {
			expect(await poll()).toEqual([]);
			now += MINUTE;
		}
		const id = night.change(now);
		expect(await poll()).toEqual([id]);
	});
});
