import { DateTime } from 'luxon';

import { readTime } from '../../nodes/shared/input/time/readTime.ts';
import { serviceTime, type Zones } from '../../nodes/shared/input/time/zone.ts';
import { table } from './markdown.mts';

/** The zones of all examples. Almaty is at +05:00 all year, Berlin at +01:00 in winter. */
export const ZONES: Zones = { account: 'Asia/Almaty', workflow: 'Europe/Berlin' };

const MOMENT = DateTime.fromISO('2026-11-21T21:30:00', { zone: ZONES.workflow });

const ACCEPTED: Array<[what: string, value: unknown, shown?: string]> = [
	["n8n's date objects", MOMENT, '{{ $now }}'],
	["n8n's date picker, ISO without offset", '2026-11-21T21:30:00'],
	['ISO with an offset or Z', '2026-11-21T21:30:00+01:00'],
	['unix seconds', MOMENT.toSeconds()],
	['unix milliseconds', MOMENT.toMillis()],
	["the service's own form", '2026-11-21 21:30:00'],
	['the year first, slashes or dots', '2026/11/21 21:30'],
	['the day first, dots', '21.11.2026 21:30'],
	['a spreadsheet, with a clock', 46347.895833333],
	['a spreadsheet, a day', 46347],
	['a day alone, or `21.11.2026`', '2026-11-21'],
];

/** What `readTime` made out, in the words of the page. */
function meaning(value: unknown): string {
	const reading = readTime(value);
	if (reading.kind === 'instant') return 'one moment, the same everywhere';
	return reading.kind === 'day' ? 'a day of the account' : `a clock of the ${reading.zone}`;
}

export const timeTable = (): string =>
	table(
		['form', 'example', 'is', 'the time sent'],
		ACCEPTED.map(([what, value, shown]) => [
			what,
			`\`${shown ?? String(value)}\``,
			meaning(value),
			serviceTime(value, ZONES),
		]),
	);
