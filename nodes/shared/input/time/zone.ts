import type { DateTime } from 'luxon';

import { Refusal } from '../refusal';
import { formatInstant, moments, write } from './clock';
import { readTime } from './readTime';
import type { WrittenTime } from './writtenTime';

export { formatInstant, instant } from './clock';

/** IANA names of the two time zones that give a zone-less time its meaning. */
export interface Zones {
	/** The zone in which the service reads and writes its zone-less times. */
	account: string;
	/** The workflow's zone in n8n, in which its date picker writes. */
	workflow: string;
}

/**
 * A time as the service reads it: YYYY-MM-DD HH:MM:SS in the account's zone.
 *
 * Moments (date objects, ISO with offset, unix times) and ISO times without offset, which are in the
 * workflow's zone, are converted. The service's own form, day-first and slashed dates and the day numbers
 * of spreadsheets are already in the account's zone. A day alone is its first second, or with `endOfDay`
 * its last; then midnight as n8n's date picker writes it (with a `T`, without offset) is a day, too.
 *
 * @throws Refusal for what is not one certain time
 */
export function serviceTime(
	value: unknown,
	zones: Zones,
	options: { endOfDay?: boolean } = {},
): string {
	const reading = readTime(value);
	if (reading.kind === 'instant') return formatInstant(reading.ms, zones.account);
	if (reading.kind === 'clock' && !(options.endOfDay && isPickedDay(reading))) {
		const moment = existing(reading.clock, zones[reading.zone]);
		return formatInstant(moment.toMillis(), zones.account);
	}
	if (options.endOfDay) return `${dayOf(reading.clock)} 23:59:59`;
	// Where clocks change at midnight, the day starts when the gap ends.
	return write(moments(reading.clock, zones.account)[0]);
}

/**
 * A day as the service reads it: YYYY-MM-DD, from the same values as `serviceTime`. A moment gives its
 * day in the account's zone. Midnight without offset gives its own day in any zone, because n8n's date
 * picker writes a day so.
 *
 * @throws Refusal for what is not one certain day
 */
export function serviceDate(value: unknown, zones: Zones): string {
	const reading = readTime(value);
	const isDay = reading.kind === 'day' || (reading.kind === 'clock' && isMidnight(reading.clock));
	return isDay ? dayOf(reading.clock) : serviceTime(value, zones).slice(0, 10);
}

const isMidnight = (clock: DateTime): boolean =>
	clock.toMillis() === clock.startOf('day').toMillis();

/** In the service's own form midnight is a moment; the picker has no other way to write a day. */
const isPickedDay = ({ zone, clock }: Extract<WrittenTime, { kind: 'clock' }>): boolean =>
	zone === 'workflow' && isMidnight(clock);

const dayOf = (clock: DateTime): string => write(clock).slice(0, 10);

/** The first moment at which clocks in a zone show this time; they skip some when summer time begins. */
function existing(clock: DateTime, zone: string): DateTime {
	const [moment] = moments(clock, zone);
	if (write(moment) === write(clock)) return moment;
	throw new Refusal(
		`does not exist in ${zone}: clocks skip ${write(clock)} when summer time begins`,
		`Use ${write(moment)}, or a time before the change.`,
	);
}
