import { DateTime } from 'luxon';

import { isEmpty, kindOf, plainText, quote, Refusal } from '../parse';

/** How the service writes times: YYYY-MM-DD HH:MM:SS. */
const SERVICE_FORMAT = 'yyyy-MM-dd HH:mm:ss';

/** Plain digits, whatever language n8n or its machine is set to. */
const LANGUAGE = { locale: 'en', numberingSystem: 'latn' } as const;

/** As the service writes times. */
export const write = (time: DateTime): string => time.toFormat(SERVICE_FORMAT, LANGUAGE);

/** A service time without a zone, for arithmetic without changes of clocks. */
export const clockOf = (serviceTime: string): DateTime =>
	DateTime.fromFormat(serviceTime, SERVICE_FORMAT, { zone: 'utc', ...LANGUAGE });

/**
 * The moments at which clocks in a zone show a time: two, the earlier first, in the hour that comes twice;
 * otherwise one. A time that clocks skip lands after the gap.
 */
export const moments = (clock: DateTime, zone: string): DateTime[] =>
	clock.setZone(zone, { keepLocalTime: true }).getPossibleOffsets();

/** In ms since the epoch; the earlier one of a time that comes twice. */
export const instant = (serviceTime: string, zone: string): number =>
	moments(clockOf(serviceTime), zone)[0].toMillis();

/** A moment in ms since the epoch, as the service writes it in a zone. */
export const formatInstant = (ms: number, zone: string): string =>
	write(DateTime.fromMillis(ms, { zone }));

/** The moment; in the hour before clocks are set back, an hour earlier, since clocks show its times again after it. */
export function beforeSetBack(ms: number, zone: string): number {
	const [first, again = first] = moments(clockOf(formatInstant(ms, zone)), zone);
	return ms - again.diff(first).toMillis();
}

/**
 * A time that a user gave:
 * - `instant`: a moment in ms since the epoch. It has a `day` if it is the beginning of one in its own zone, as
 *   `$today` is, and a `clock` if it was text with an offset or a date of JavaScript
 * - `clock`: what a clock shows, in the zone of the account or the workflow
 * - `day`: a calendar day alone, in the zone of the account
 *
 * Clocks and days are luxon times in UTC, which has no change of clocks; ignore their zone.
 */
export type WrittenTime =
	| { kind: 'instant'; ms: number; day?: DateTime; clock?: DateTime }
	| { kind: 'clock'; zone: 'account' | 'workflow'; clock: DateTime }
	| { kind: 'day'; clock: DateTime };

/**
 * A date object, a text or a number.
 *
 * @throws Refusal for anything else, and for what `readText` and `readNumber` refuse
 */
export function readTime(value: unknown): WrittenTime {
	if (isEmpty(value)) throw new Refusal('is empty', 'Enter a date and time.');
	if (typeof value === 'string') return readText(value);
	if (typeof value === 'number') return readNumber(value);
	const date = typeof value === 'object' && value !== null ? readDate(value) : undefined;
	if (date === undefined) {
		throw new Refusal(
			`is not a date but ${kindOf(value)}`,
			'Use a date, or text such as 2026-01-31 10:00:00.',
		);
	}
	if (Number.isNaN(date.ms)) {
		throw new Refusal('is an invalid date', 'Check the expression that makes the date.');
	}
	return date;
}

type Instant = Extract<WrittenTime, { kind: 'instant' }>;

/** Dates are recognised by their methods, because expressions have their own copies of the classes. */
function readDate(date: object): Instant | undefined {
	// A Duration of luxon has milliseconds, too, but no beginning of its day.
	if ('startOf' in date && typeof date.startOf === 'function') {
		const ms = Number(date);
		// The first moment of a day in its own zone: 01:00 where clocks skip midnight.
		const day =
			Number(date.startOf('day')) === ms
				? clockOf(`${String(date).slice(0, 10)} 00:00:00`)
				: undefined;
		return { kind: 'instant', ms, day };
	}
	if ('getTime' in date && typeof date.getTime === 'function') {
		const ms = Number(date.getTime());
		return { kind: 'instant', ms, clock: DateTime.fromMillis(ms, { zone: 'utc' }) };
	}
	return undefined;
}

const DAY_SECONDS = 86_400;

/** Day 0 of spreadsheets: they count a leap day in 1900 that did not exist. */
const SPREADSHEET_EPOCH = DateTime.utc(1899, 12, 30);

/**
 * - 13 digits: unix time in milliseconds; 10 digits: in seconds (both are 2001 to 2286)
 * - 20000 to 80000: days of a spreadsheet (1954 to 2119), with the time of day as a fraction
 *
 * @throws Refusal for any other number
 */
function readNumber(value: number): WrittenTime {
	if (value >= 1e12 && value < 1e13) return { kind: 'instant', ms: value };
	if (value >= 1e9 && value < 1e10) return { kind: 'instant', ms: value * 1000 };
	if (!(value >= 20_000 && value <= 80_000)) {
		throw new Refusal(
			`is a number that is not a time: ${quote(value)}`,
			'Use a date such as 2026-01-31 10:00:00, a unix time of 10 or 13 digits, or the day number of a spreadsheet.',
		);
	}
	const clock = SPREADSHEET_EPOCH.plus({ seconds: Math.round(value * DAY_SECONDS) });
	return Number.isInteger(value)
		? { kind: 'day', clock }
		: { kind: 'clock', zone: 'account', clock };
}

/** 2026-01-31, 2026/01/31, 2026.01.31, or 31.01.2026: with dots the day comes first everywhere. */
const DAY =
	/(?:(?<y1>\d{4})(?<mark>[-/.])(?<m1>\d{1,2})\k<mark>(?<d1>\d{1,2})|(?<d2>\d{1,2})\.(?<m2>\d{1,2})\.(?<y2>\d{4}))/;

/** 10:00, 10:00:00, 10:00:00.000, and the service's documented 10-00-00. */
const CLOCK = /(?<h>\d{1,2})(?<colon>[:-])(?<min>\d{2})(?:\k<colon>(?<s>\d{2})(?:[.,]\d+)?)?/;

/** Z, +05:00, +0500, +05; a zone's name in brackets may follow, and adds nothing. */
const OFFSET = /\s?(?:(?<utc>z)|(?<sign>[+-])(?<oh>[01]\d):?(?<om>[0-5]\d)?)(?:\[[^\]]+\])?/;

const TIME = new RegExp(
	`^${DAY.source}(?:(?<join>t|,?\\s+)${CLOCK.source}(?:${OFFSET.source})?)?$`,
	'i',
);

/** No form of a time is longer; longer texts would only slow the patterns down. */
const LONGEST = 100;

const EXAMPLE = 'Write it as 2026-01-31 10:00:00, or as ISO with an offset.';

/** Texts that look like times and could mean two different ones. */
const AMBIGUOUS = [
	{
		when: /^\d{1,2}([-/.])\d{1,2}\1\d{2}(\D|$)/,
		what: 'has a year of two digits',
		hint: 'Write the year with four digits, such as 2026-01-31.',
	},
	{
		when: /^\d{1,2}[-/]\d{1,2}[-/]\d{4}(\D|$)/,
		what: 'does not show which part is the day',
		hint: 'Write the year first, such as 2026-01-31.',
	},
	{
		// Dashes of all lengths are one here: 10:00-12:00 is no time with an offset, and 10-12 no 10:12.
		when: /\s\d{1,2}(:\d\d)?\s?-\d\d(:?\d\d)?$/,
		what: 'may be from one time to another',
		hint: 'Write one time, such as 2026-01-31 10:00:00; with an offset as 2026-01-31T10:00:00-03:00.',
	},
];

type Parts = { [name: string]: string | undefined };

/**
 * A time without offset is in the zone of the account if it is written with a space, and in that of the
 * workflow if it is ISO (with a `T`), as from the date picker of n8n. Parts of a second are dropped.
 *
 * @throws Refusal for words, forms that may mean two dates, and dates that do not exist
 */
function readText(value: string): WrittenTime {
	if (value.length > LONGEST) throw unreadable(value);
	const text = plainText(value).replace(/^\[DateTime: (.*)\]$/, '$1');
	if (/^\d+(\.\d+)?$/.test(text)) return readNumber(Number(text));
	const unclear = AMBIGUOUS.find(({ when }) => when.test(text));
	if (unclear) throw new Refusal(`${unclear.what}: ${quote(text)}`, unclear.hint);
	const found = TIME.exec(text)?.groups;
	if (!found) throw unreadable(text);
	const { y1, y2, m1, m2, d1, d2, h, min, s, utc, sign, oh, om, join }: Parts = found;
	const [year, month, day] = [y1 ?? y2, m1 ?? m2, d1 ?? d2].map(Number);
	const [hour, minute, second, hours, minutes] = [h, min, s, oh, om].map((part = '0') => +part);
	const clock = DateTime.fromObject({ year, month, day, hour, minute, second }, { zone: 'utc' });
	// Luxon takes 24:00 for midnight of the day after, which would stand for that whole day.
	if (!clock.isValid || clock.hour !== hour) {
		throw new Refusal(
			`is a time that does not exist: ${quote(text)}`,
			'Check the day, and the clock, which goes from 00:00 to 23:59:59.',
		);
	}
	if (h === undefined) return { kind: 'day', clock };
	const zone = join?.toLowerCase() === 't' ? 'workflow' : 'account';
	if (!utc && !sign) return { kind: 'clock', zone, clock };
	const moment = sign === '-' ? clock.plus({ hours, minutes }) : clock.minus({ hours, minutes });
	return { kind: 'instant', ms: moment.toMillis(), clock };
}

const unreadable = (text: string): Refusal =>
	new Refusal(`is not a date or time: ${quote(text)}`, EXAMPLE);
