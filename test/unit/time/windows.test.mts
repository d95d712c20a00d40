import { windowCount, windows } from '../../../nodes/Link/statistics/windows';

const ALMATY = 'Asia/Almaty';
const BERLIN = 'Europe/Berlin';

const flat = (found: Array<{ from: string; to: string }>) =>
	found.flatMap(({ from, to }) => [from, to]);

it.each([
	['monthly', '2023-01-01 00:00:00', '2025-12-31 23:59:59'],
	['monthly', '2023-03-15 10:00:00', '2026-03-15 10:00:00'],
	['daily', '2026-01-01 00:00:00', '2026-04-01 00:00:00'],
	['hourly', '2026-01-01 10:30:00', '2026-01-08 10:30:00'],
	['minute', '2026-01-01 10:30:15', '2026-01-01 13:30:15'],
	['minute', '2026-01-01 10:30:15', '2026-01-01 10:30:15'],
] as const)('keeps a %s span within the limit whole', (type, from, to) => {
	expect(windows(from, to, type, ALMATY)).toEqual([{ from, to }]);
});

it.each([
	[
		'monthly',
		'2023-03-15 10:00:00',
		'2026-03-15 10:00:01',
		['2026-02-28 23:59:59', '2026-03-01 00:00:00'],
	],
	[
		'daily',
		'2026-01-01 08:00:00',
		'2026-04-30 12:00:00',
		['2026-03-31 23:59:59', '2026-04-01 00:00:00'],
	],
	[
		'hourly',
		'2026-01-01 10:30:00',
		'2026-01-09 00:00:00',
		['2026-01-08 09:59:59', '2026-01-08 10:00:00'],
	],
	[
		'minute',
		'2026-01-01 22:30:15',
		'2026-01-02 02:00:00',
		['2026-01-02 01:29:59', '2026-01-02 01:30:00'],
	],
] as const)('splits a longer %s span where a period starts', (type, from, to, between) => {
	expect(flat(windows(from, to, type, ALMATY))).toEqual([from, ...between, to]);
});

it('keeps clear of the hour that comes twice, and to the limit by time passed', () => {
	// At 03:00 clocks in Berlin go back to 02:00: midnight to 02:59:59 are four hours.
	expect(flat(windows('2026-10-25 00:00:00', '2026-10-25 04:00:00', 'minute', BERLIN))).toEqual([
		'2026-10-25 00:00:00',
		'2026-10-25 01:58:59',
		'2026-10-25 01:59:00',
		'2026-10-25 03:58:59',
		'2026-10-25 03:59:00',
		'2026-10-25 04:00:00',
	]);
});

it('splits where clocks skip an hour', () => {
	expect(flat(windows('2026-03-29 01:00:00', '2026-03-29 05:00:00', 'minute', BERLIN))).toEqual([
		'2026-03-29 01:00:00',
		'2026-03-29 03:59:59',
		'2026-03-29 04:00:00',
		'2026-03-29 05:00:00',
	]);
});

it.each([
	['daily', '0226-03-10 00:00:00', '2026-03-10 23:59:59', 7305],
	['minute', '0226-03-10 00:00:00', '2026-03-10 23:59:59', 5_259_504],
	['monthly', '0226-03-10 00:00:00', '2026-03-10 23:59:59', 601],
	['hourly', '2026-03-01 00:00:00', '2026-03-07 23:59:59', 1],
	['hourly', '2026-03-01 00:00:00', '2026-03-08 00:00:01', 2],
] as const)('counts the windows of a %s span without splitting it', (type, from, to, count) => {
	expect(windowCount(from, to, type)).toBe(count);
});
