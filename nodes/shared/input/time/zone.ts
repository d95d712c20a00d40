import { IANAZone, type DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';

import { Refusal } from '../parse';
import { formatInstant, moments, readTime, write, type WrittenTime } from './readTime';

export { beforeSetBack, formatInstant, instant } from './readTime';

export interface Zones {
	/** IANA name of the zone in which the service reads and writes its times. */
	account: string;
	/** IANA name of the zone in which the date picker of n8n writes. */
	workflow: string;
}

/** An IANA name. Node.js 24 takes an offset such as +05:00 for one, too. */
export const isZone = (name: string): boolean => /^[a-z]/i.test(name) && IANAZone.isValidZone(name);

/**
 * The moment of a time, in ms since the epoch.
 *
 * ISO times without offset are in the zone of the workflow. All else that is no moment is in the zone of the account. A
 * day alone is its first second.
 *
 * @throws Refusal for what is not one certain time
 */
export function momentOf(value: unknown, zones: Zones): number {
	const reading = readTime(value);
	if (reading.kind === 'instant') return reading.ms;
	const { clock, kind } = reading;
	const zone = kind === 'clock' ? zones[reading.zone] : zones.account;
	const [moment] = moments(clock, zone);
	// Clocks skip some times when summer time begins. Where they do so at midnight, the day starts when the gap ends.
	if (kind === 'day' || write(moment) === write(clock)) return moment.toMillis();
	throw new Refusal(
		`does not exist in ${zone}: clocks skip ${write(clock)} when summer time begins`,
		`Use ${write(moment)}, or a time before the change.`,
	);
}

/** The same as the service reads it: YYYY-MM-DD HH:MM:SS in the zone of the account. @throws Refusal */
export const serviceTime = (value: unknown, zones: Zones): string =>
	formatInstant(momentOf(value, zones), zones.account);

/**
 * `serviceTime` for the start of a span: a day alone, also midnight as the date picker or `$today` give it, is its first
 * second in the zone of the account.
 *
 * @throws Refusal
 */
export function startTime(value: unknown, zones: Zones): string {
	const day = dayAlone(readTime(value));
	return serviceTime(day ? dayOf(day) : value, zones);
}

/** The same for the end of a span: a day alone is its last second. @throws Refusal */
export function endTime(value: unknown, zones: Zones): string {
	const day = dayAlone(readTime(value));
	return day ? `${dayOf(day)} 23:59:59` : serviceTime(value, zones);
}

/** `endTime` of a span that begins at `from`. @throws Refusal also for an end before that */
export const endAfter =
	(from: string | undefined) =>
	(value: unknown, zones: Zones): string => {
		const end = endTime(value, zones);
		if (from === undefined || from <= end) return end;
		const what = `is before the start of the period: ${end} is before ${from}`;
		throw new Refusal(what, 'Swap the two.');
	};

/**
 * YYYY-MM-DD, from the same values as `serviceTime`. A moment gives its day in the zone of the account;
 * midnight as it is written gives its own day, since the date picker, `$today` and databases write a day so.
 *
 * @throws Refusal for what is not one certain day
 */
export function serviceDate(value: unknown, zones: Zones): string {
	const reading = readTime(value);
	const { clock } = reading;
	const day = clock && isMidnight(clock) ? clock : dayAlone(reading);
	return day ? dayOf(day) : serviceTime(value, zones).slice(0, 10);
}

const isMidnight = (clock: DateTime): boolean =>
	clock.toMillis() === clock.startOf('day').toMillis();

/** Midnight stands for a day where there is no other way to write one: in the picker, and as `$today`. */
function dayAlone(reading: WrittenTime): DateTime | undefined {
	if (reading.kind === 'instant') return reading.day;
	const isPicked =
		reading.kind === 'clock' && reading.zone === 'workflow' && isMidnight(reading.clock);
	return reading.kind === 'day' || isPicked ? reading.clock : undefined;
}

const dayOf = (clock: DateTime): string => write(clock).slice(0, 10);

const dateTime = (displayName: string, name: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
});

/** `serviceTime` reads it. `what` is a sentence without its full stop. */
export const timeField = (displayName: string, name: string, what: string): INodeProperties => ({
	...dateTime(displayName, name),
	hint: 'A picked time is in the time zone of the workflow (see its settings)',
	description: `${what}. ISO 8601: 2026-11-21T10:00:00 is in the time zone of the workflow, 2026-11-21T10:00:00+05:00 has its own.`,
});

/** `startTime` reads it. */
export const startField = (...given: [string, string, string]): INodeProperties => ({
	...timeField(...given),
	hint: 'A picked time is in the time zone of the workflow; 00:00:00 stands for a day of the account',
});

/** `endTime` reads it. */
export const endField = (displayName: string, name: string, what: string): INodeProperties =>
	startField(
		displayName,
		name,
		`${what}; a day without a time, or picked with the time 00:00:00, counts as a whole`,
	);

/** `serviceDate` reads it. */
export const dayField = (displayName: string, name: string, what: string): INodeProperties => ({
	...dateTime(displayName, name),
	hint: 'A day in the time zone of the account',
	description: `${what}. YYYY-MM-DD, a day in the time zone of the account.`,
});
