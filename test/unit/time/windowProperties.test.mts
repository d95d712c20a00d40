import fc from 'fast-check';
import { DateTime } from 'luxon';

import { windows, type StatisticsType } from '../../../nodes/Link/statistics/windows';
import { formatInstant, instant } from '../../../nodes/shared/input/time/zone';

const HOUR = 3_600_000;
const TYPES: Array<{
	type: StatisticsType;
	unit: 'month' | 'day' | 'hour' | 'minute';
	maxMs: number;
}> = [
	{ type: 'monthly', unit: 'month', maxMs: (3 * 365 + 1) * 24 * HOUR },
	{ type: 'daily', unit: 'day', maxMs: 90 * 24 * HOUR },
	{ type: 'hourly', unit: 'hour', maxMs: 7 * 24 * HOUR },
	{ type: 'minute', unit: 'minute', maxMs: 3 * HOUR },
];

/** Days on which clocks change, and one of a zone where they do not. */
const change = fc.constantFrom(
	['Europe/Berlin', '2026-03-29'],
	['Europe/Berlin', '2026-10-25'],
	['Europe/Kyiv', '2026-10-25'],
	['America/Sao_Paulo', '2018-11-04'],
	['America/Sao_Paulo', '2018-02-18'],
	['Australia/Lord_Howe', '2026-04-05'],
	['Pacific/Apia', '2011-12-30'],
	['Asia/Almaty', '2026-05-05'],
);
const span = fc
	.tuple(
		fc.constantFrom(...TYPES),
		change,
		fc.double({ min: 0, max: 1, noNaN: true }),
		fc.double({ min: 0, max: 3.5, noNaN: true }),
	)
	.map(([kind, [zone, day], before, length]) => {
		const fromMs = instant(`${day} 02:00:00`, zone) - before * kind.maxMs;
		return {
			...kind,
			zone,
			from: formatInstant(fromMs, zone),
			to: formatInstant(fromMs + length * kind.maxMs, zone),
		};
	})
	// Within the hour that comes twice, clocks may show the end before the start.
	.filter(({ from, to }) => from <= to);

const realMs = (from: string, to: string, zone: string): number =>
	instant(to, zone) - instant(from, zone);

const isShown = (time: string, zone: string): boolean =>
	formatInstant(instant(time, zone), zone) === time;

it('joins without a second lost or doubled, and cuts no period', () => {
	fc.assert(
		fc.property(span, ({ type, unit, zone, from, to }) => {
			const found = windows(from, to, type, zone);
			expect([found[0].from, found[found.length - 1].to]).toEqual([from, to]);
			found.slice(1).forEach((window, index) => {
				// Clocks do not show a border that they skip, so it has no moment.
				if (isShown(found[index].to, zone) && isShown(window.from, zone)) {
					expect(realMs(found[index].to, window.from, zone)).toBe(1000);
				}
				expect(realMs(found[index].to, window.from, 'UTC')).toBe(1000);
				const start = DateTime.fromSQL(window.from, { zone: 'utc' });
				expect(start.toMillis()).toBe(start.startOf(unit).toMillis());
			});
		}),
		{ numRuns: 150 },
	);
});

it('keeps each window to the limit, by the clock and by time passed, and makes no more than needed', () => {
	fc.assert(
		fc.property(span, ({ type, zone, from, to, maxMs }) => {
			const found = windows(from, to, type, zone);
			for (const window of found) {
				// Three years are counted by the calendar, and may hold one change of clocks more one way.
				const spare = type === 'monthly' ? 3_600_000 : 0;
				expect(realMs(window.from, window.to, zone)).toBeLessThanOrEqual(maxMs + spare);
				expect(realMs(window.from, window.to, 'UTC')).toBeLessThanOrEqual(maxMs);
			}
			// 3.5 limits long at most: four windows, one for the first period being cut, one or two for a change.
			// In Apia clocks skipped a whole day, which is eight times three hours.
			const skipped = zone === 'Pacific/Apia' && type === 'minute' ? 8 : 0;
			expect(found.length).toBeLessThanOrEqual(7 + skipped);
		}),
		{ numRuns: 150 },
	);
});

it('puts every period that clocks show into exactly one window', () => {
	fc.assert(
		fc.property(span, ({ type, unit, zone, from, to }) => {
			const found = windows(from, to, type, zone);
			const end = instant(to, zone);
			let moment = DateTime.fromMillis(instant(from, zone), { zone });
			for (; moment.toMillis() <= end; moment = moment.plus({ [unit]: 1 })) {
				const period = moment
					.startOf(unit)
					.plus({ [unit]: 1 })
					.minus(1000);
				const last = formatInstant(Math.min(period.toMillis(), end), zone);
				expect(found.filter((window) => window.from <= last && last <= window.to)).toHaveLength(1);
			}
		}),
		{ numRuns: 40 },
	);
});
