import fc from '../../fc.mts';
import { DateTime } from 'luxon';

import { windows, type StatisticsType, type Window } from '../../../nodes/Link/statistics/calls';
import { formatInstant, instant } from '../../../nodes/shared/input/time/zone';

const HOUR = 3_600_000;
const TYPES = [
	{ type: 'monthly', unit: 'month', maxMs: 3 * 365 * 24 * HOUR },
	{ type: 'daily', unit: 'day', maxMs: 90 * 24 * HOUR },
	{ type: 'hourly', unit: 'hour', maxMs: 7 * 24 * HOUR },
	{ type: 'minute', unit: 'minute', maxMs: 3 * HOUR },
] as const;

/** Days on which clocks change, and one of a zone where they do not. */
const change = fc.constantFrom(
	...[
		['Europe/Berlin', '2026-03-29'],
		['Europe/Berlin', '2026-10-25'],
		['Europe/Kyiv', '2026-10-25'],
		['America/Sao_Paulo', '2018-11-04'],
		['America/Sao_Paulo', '2018-02-18'],
		['Australia/Lord_Howe', '2026-04-05'],
		['Asia/Almaty', '2026-05-05'],
	],
);
const part = (max: number) => fc.double({ min: 0, max, noNaN: true });
const span = fc
	.tuple(fc.constantFrom(...TYPES), change, part(1), part(3.5))
	.map(([kind, [zone, day], before, length]) => {
		const fromMs = instant(`${day} 02:00:00`, zone) - before * kind.maxMs;
		const [from, to] = [fromMs, fromMs + length * kind.maxMs].map((ms) => formatInstant(ms, zone));
		return { ...kind, zone, from, to };
	})
	// Within the hour that comes twice, clocks may show the end before the start.
	.filter(({ from, to }) => from <= to);

const split = (from: string, to: string, type: StatisticsType, zone: string): Window[] =>
	windows(from, to, type, zone, 500) ?? [];

/** Both ends, which these windows always have. */
const written = (list: Window[]) =>
	list.map(({ dateFrom = '', dateTo = '' }) => ({ from: dateFrom, to: dateTo }));

const realMs = (from: string, to: string, zone: string): number =>
	instant(to, zone) - instant(from, zone);

const isShown = (time: string, zone: string): boolean =>
	formatInstant(instant(time, zone), zone) === time;

it('joins without a second lost or doubled, cuts no period, keeps to the limit, and makes no more than needed', () => {
	fc.assert(
		fc.property(span, ({ type, unit, zone, from, to, maxMs }) => {
			const found = split(from, to, type, zone);
			expect([found[0].dateFrom, found[found.length - 1].dateTo]).toEqual([from, to]);
			for (const [index, window] of written(found).entries()) {
				expect(realMs(window.from, window.to, zone)).toBeLessThanOrEqual(maxMs);
				expect(realMs(window.from, window.to, 'UTC')).toBeLessThanOrEqual(maxMs);
				if (index === 0) continue;
				const { to: end } = written(found)[index - 1];
				expect([end, window.from].filter((border) => !isShown(border, zone))).toEqual([]);
				expect(realMs(end, window.from, zone)).toBe(1000);
				const start = DateTime.fromSQL(window.from, { zone });
				expect(start.toMillis()).toBe(start.startOf(unit).toMillis());
			}
			// 3.5 limits long at most: four windows, one for the first period being cut, one or two for a change.
			expect(found.length).toBeLessThanOrEqual(7);
		}),
		{ numRuns: 150 },
	);
});

it.each([
	['monthly', '2025-03-15 10:00:00', '2028-03-14 10:00:00', '2028-02-01 00:00:00'],
	['daily', '2026-01-01 00:00:00', '2026-04-01 00:00:00', '2026-04-01 00:00:00'],
	['hourly', '2026-01-01 10:30:00', '2026-01-08 10:30:00', '2026-01-08 10:00:00'],
	['minute', '2026-01-01 10:30:15', '2026-01-01 13:30:15', '2026-01-01 13:30:00'],
] as const)(
	'keeps a %s span of the limit whole, splits one a second longer',
	(type, from, to, start) => {
		expect(split(from, to, type, 'Asia/Almaty')).toEqual([{ dateFrom: from, dateTo: to }]);
		const later = DateTime.fromSQL(to).plus(1000).toFormat('yyyy-MM-dd HH:mm:ss');
		const [, second] = split(from, later, type, 'Asia/Almaty');
		expect(second).toEqual({ dateFrom: start, dateTo: later });
	},
);

it.each([
	// At 03:00 clocks in Berlin go back to 02:00: midnight to 02:59:59 are four hours.
	['2026-10-25', '00:00:00', '04:00:00', ['01:59:00', '03:59:00']],
	// They skip the hour from 02:00, where no window may begin or end: the service may read 02:59:59 as 03:59:59.
	['2026-03-29', '01:00:00', '05:00:00', ['04:00:00']],
	['2026-03-29', '00:00:00', '06:00:00', ['01:59:00', '04:59:00']],
])('keeps clear of hours that come twice or never: %s', (day, from, to, starts) => {
	const found = split(`${day} ${from}`, `${day} ${to}`, 'minute', 'Europe/Berlin');
	const expected = [from, ...starts].map((at) => `${day} ${at}`);
	expect(found.map(({ dateFrom }) => dateFrom)).toEqual(expected);
});

it.each([1, 2, 3])('splits no span that takes more windows than %i', (most) => {
	const upTo = (to: string) =>
		windows('2026-01-01 00:00:00', to, 'minute', 'Asia/Almaty', most)?.length;
	expect(upTo(`2026-01-01 0${3 * most}:00:00`)).toBe(most);
	expect(upTo(`2026-01-01 0${3 * most}:00:01`)).toBe(undefined);
});
