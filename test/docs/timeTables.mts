import { DateTime } from 'luxon';

import { serviceTime as readTime } from '../../nodes/shared/input/time/zone.ts';
import { table } from './fill.mts';
import { refusedValue, ZONES } from './refused.mts';
import { built } from './built.mts';

const { readTime: read } = built<typeof import('../../nodes/shared/input/time/readTime.ts')>(
	'shared/input/time/readTime',
);
const { windows } =
	built<typeof import('../../nodes/Link/statistics/windows.ts')>('Link/statistics/windows');
const { serviceDate, serviceTime } =
	built<typeof import('../../nodes/shared/input/time/zone.ts')>('shared/input/time/zone');

const MOMENT = DateTime.fromISO('2026-11-21T21:30:00', { zone: ZONES.workflow });

const ACCEPTED: Array<[what: string, value: unknown, shown?: string]> = [
	["n8n's date objects", MOMENT, '{{ $now }}'],
	["n8n's date objects at midnight", MOMENT.startOf('day'), '{{ $today }}'],
	["n8n's date picker, ISO without offset", '2026-11-21T21:30:00'],
	["a day of n8n's date picker", '2026-11-21T00:00:00'],
	['ISO with an offset', '2026-11-21T21:30:00+01:00'],
	['ISO with Z', '2026-11-21T20:30:00.000Z'],
	['unix seconds', MOMENT.toSeconds()],
	['unix milliseconds', MOMENT.toMillis()],
	["the service's own form", '2026-11-21 21:30:00'],
	['the year first, slashes or dots', '2026/11/21 21:30'],
	['the day first, dots', '21.11.2026 21:30'],
	['a spreadsheet, with a clock', 46347.895833333],
	['a spreadsheet, a day', 46347],
	['a day alone', '2026-11-21'],
	['a day alone, the day first', '21.11.2026'],
	['an hour that comes twice', '2026-10-25T02:30:00'],
];

const REFUSED = [
	'11/12/2026',
	'21.11.26',
	'2026-02-30',
	'2026-11-21 9:30 PM',
	'20261121',
	'21:30',
	'tomorrow',
	'2026-03-29T02:30:00',
];

/** What `read` made out, in the words of the page. */
function meaning(value: unknown): string {
	const reading = read(value);
	if (reading.kind === 'instant') return 'one moment, the same everywhere';
	return reading.kind === 'day' ? 'a day of the account' : `a clock of the ${reading.zone}`;
}

export const timeTable = (): string =>
	table(
		['form', 'example', 'is', 'as a time', 'as the end of a span', 'as a day'],
		ACCEPTED.map(([what, value, shown]) => [
			what,
			`\`${shown ?? String(value)}\``,
			meaning(value),
			serviceTime(value, ZONES),
			serviceTime(value, ZONES, { endOfDay: true }),
			serviceDate(value, ZONES),
		]),
	);

export const refusedTimeTable = (): string =>
	table(
		['given', 'it says', 'what to do'],
		REFUSED.map((value) => [
			`\`${value}\``,
			...refusedValue('Date From', value, (given, zones) => readTime(given, zones)),
		]),
	);

const LONGEST = {
	monthly: '3 years',
	daily: '90 days',
	hourly: '1 week',
	minute: '3 hours',
} as const;

/** How many windows a year makes for each type, as the node splits it. */
export const statisticsTable = (): string =>
	table(
		['Type', 'longest span of one call', 'calls for the year 2026, up to 5 links'],
		(['monthly', 'daily', 'hourly', 'minute'] as const).map((type) => {
			const year = windows('2026-01-01 00:00:00', '2026-12-31 23:59:59', type, ZONES.account);
			return [type, LONGEST[type], String(year.length)];
		}),
	);
