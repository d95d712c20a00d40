import fc from '../../fc.mts';
import { DateTime } from 'luxon';
import {
	isOpen,
	nextOpening,
	timeOfDay,
	type AllowedHours,
} from '../../../nodes/Message/hours/allowedHours';

const MINUTE = 60_000;
const DAY = 1440;

const ZONES = [
	...['Asia/Almaty', 'Europe/Berlin', 'America/New_York', 'America/Sao_Paulo'],
	...['Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'UTC'],
];

/** What luxon's own clock shows: the rule in its plainest form. */
function opensByLuxon({ from, to, days, zone }: AllowedHours, ms: number): boolean {
	const clock = DateTime.fromMillis(ms, { zone });
	const minute = clock.hour * 60 + clock.minute;
	const isDay = (weekday: number) => days.includes(weekday - 1);
	if (from < to) return isDay(clock.weekday) && from <= minute && minute < to;
	const before = clock.weekday === 1 ? 7 : clock.weekday - 1;
	return minute < to ? isDay(before) : minute >= from && isDay(clock.weekday);
}

/** Minute by minute, for as long as it takes. */
function nextByLuxon(hours: AllowedHours, earliest: number, latest: number): number | undefined {
	for (let ms = Math.ceil(earliest / MINUTE) * MINUTE; ms <= latest; ms += MINUTE) {
		if (opensByLuxon(hours, ms)) return ms;
	}
	return undefined;
}

const hours = fc
	.record({
		from: fc.integer({ min: 0, max: DAY }),
		to: fc.integer({ min: 0, max: DAY }),
		days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }),
		zone: fc.constantFrom(...ZONES),
	})
	// Hours from 24:00 to 00:00 are none.
	.filter(({ from, to }) => from !== to && from - to !== DAY);

/** Hours that begin or end while clocks change. */
const nightly = fc
	.record({
		from: fc.integer({ min: 0, max: 240 }),
		length: fc.integer({ min: 1, max: 90 }),
		days: fc.constantFrom<number[]>([6], [5, 6], [0, 1, 2, 3, 4, 5, 6]),
		zone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
	})
	.map(({ length, ...rest }) => ({ ...rest, to: rest.from + length }));

/** Any moment of 2015 to 2035, and moments in the days before a change of clocks. */
const moment = fc.integer({ min: 1_420_070_400, max: 2_051_222_400 }).map((s) => s * 1000);
const beforeChange = fc
	.tuple(
		fc.constantFrom(
			...['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z', '2026-11-01T06:00Z'],
			...['2026-04-04T15:00Z', '2026-10-03T15:30Z'],
		),
		fc.integer({ min: -10 * 86_400, max: 86_400 }),
	)
	.map(([change, seconds]) => Date.parse(change) + seconds * 1000);

const any = () => true;
const SPAN = 15 * DAY * MINUTE;

test.each([
	['any hours', hours, moment, 20],
	['around a change of clocks', hours, beforeChange, 20],
	['short hours of the night in which clocks change', nightly, beforeChange, 40],
] as const)('the next opening is the first minute of all: %s', (_, given, at, numRuns) => {
	fc.assert(
		fc.property(given, at, (allowed, ms) => {
			const minutes = Array.from({ length: DAY }, (_, minute) => ms + minute * MINUTE);
			const isAnother = (at: number) => isOpen(allowed, at) !== opensByLuxon(allowed, at);
			expect(minutes.filter(isAnother)).toEqual([]);
			expect(nextOpening(allowed, { earliest: ms, latest: ms + SPAN }, any)).toBe(
				nextByLuxon(allowed, ms, ms + SPAN),
			);
		}),
		{ numRuns },
	);
});

const at = (iso: string) => DateTime.fromISO(iso, { zone: 'Europe/Berlin' }).toMillis();
const every = [0, 1, 2, 3, 4, 5, 6];

test('a moment that does not suit is left out, and what is too late is none', () => {
	const allowed = { from: 540, to: 1080, days: every, zone: 'Europe/Berlin' };
	const earliest = at('2026-06-10T19:00');
	const not = at('2026-06-11T09:00');
	const find = (latest: number) => nextOpening(allowed, { earliest, latest }, (ms) => ms !== not);
	expect(find(earliest + SPAN)).toBe(at('2026-06-11T09:01'));
	expect([not, not - 1, not + MINUTE].map(find)).toEqual([undefined, undefined, not + MINUTE]);
	expect(nextOpening(allowed, { earliest, latest: not - 1 }, any)).toBeUndefined();
	expect(nextOpening(allowed, { earliest, latest: not }, any)).toBe(not);
});

test.each([
	...[9, '9', ' 9:00 ', '09:00', '09:00:00', "'09:00", '０９：００'].map((given) => [given, 540]),
	[0, 0],
	['00:00', 0],
	['23:59', 1439],
	['24:00', 1440],
	[24, 1440],
])('%j', (given, minutes) => expect(timeOfDay(given)).toBe(minutes));

test.each([
	...['', 'nine', '25', 25, 9.5, '25:00', '24:01', '9:60', '9.30', '9 am', '9:00 PM', '9h30'],
	...['-1:00', '9-17', '0900', '9:0', '09:00:30', 0.375, NaN, true, null, undefined, {}, []],
])('%j is refused', (given) => {
	expect(() => timeOfDay(given)).toThrow(/^is not a time of day: /);
});
