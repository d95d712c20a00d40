import fc from 'fast-check';

import { ServerClock } from '../../../nodes/shared/api/serverClock';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const header = (ms: number) => new Date(ms).toUTCString();
const way = fc.integer({ min: 0, max: 120 });
const reading = fc.record({ pause: fc.integer({ min: 0, max: 5000 }), there: way, back: way });

/** A request to a service whose clock is so far ahead, and its response. */
function read(clock: ServerClock, ahead: number, there: number, back: number): void {
	const asked = Date.now();
	jest.setSystemTime(asked + there);
	const shown = header(Date.now() + ahead);
	jest.setSystemTime(asked + there + back);
	clock.note(shown, asked);
}

test('the true time is always within what the clock says is possible', () => {
	fc.assert(
		fc.property(
			fc.integer({ min: -300_000, max: 300_000 }),
			fc.array(reading),
			(ahead, readings) => {
				const clock = new ServerClock();
				jest.setSystemTime(1_780_000_000_437);
				for (const { pause, there, back } of readings) {
					jest.setSystemTime(Date.now() + pause);
					read(clock, ahead, there, back);
					const now = Date.now();
					expect(clock.earliest(now)).toBeLessThanOrEqual(now + ahead);
					expect(clock.latest(now)).toBeGreaterThan(now + ahead);
				}
			},
		),
	);
});

test('six readings at the right moments tell it to the way of a response', () => {
	fc.assert(
		fc.property(fc.integer({ min: -300_000, max: 300_000 }), way, way, (ahead, there, back) => {
			const clock = new ServerClock();
			jest.setSystemTime(1_780_000_000_437);
			read(clock, ahead, there, back);
			for (let n = 0; n < 6; n++) {
				jest.setSystemTime(Date.now() + Math.round(clock.untilSecond()));
				read(clock, ahead, there, back);
			}
			expect(clock.unsure).toBe(0);
		}),
	);
});

test('two servers with clocks that differ: both are possible', () => {
	const clock = new ServerClock();
	jest.setSystemTime(1_780_000_000_437);
	for (const ahead of [0, 5000]) read(clock, ahead, 5, 5);
	const now = Date.now();
	expect(clock.earliest(now)).toBeLessThanOrEqual(now);
	expect(clock.latest(now)).toBeGreaterThan(now + 5000);
	expect(clock.unsure).toBeGreaterThan(5000);
});

test('what is no date says nothing', () => {
	const clock = new ServerClock();
	for (const given of [undefined, 'soon', 12]) clock.note(given, Date.now());
	expect([clock.now(), clock.unsure]).toEqual([undefined, Infinity]);
});
