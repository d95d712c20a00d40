import { IANAZone } from 'luxon';

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const DAY = 24 * 60;
const WEEK = 7 * DAY;

/** 1970 began on a Thursday; days of a week count from Monday. */
const FIRST_DAY = 3;

export interface AllowedHours {
	/** Minutes since midnight, from 0 to 1440. */
	from: number;
	/** The same, not included. Before `from`, it is on the day after. */
	to: number;
	/** The days on which it opens: 0 is Monday, 6 is Sunday. */
	days: number[];
	/** IANA name. */
	zone: string;
}

/** @param ms since the epoch */
export const isOpen = (hours: AllowedHours, ms: number): boolean =>
	opens(hours, minuteOfWeek(hours, ms));

/**
 * The first full minute, in ms since the epoch, at which messages may go out. Hours are what clocks show:
 * opening at 02:30 on a day that skips from 02:00 to 03:00 means 03:00.
 *
 * @param suits what else is asked of the moment
 */
export function nextOpening(
	hours: AllowedHours,
	{ earliest, latest }: { earliest: number; latest: number },
	suits: (ms: number) => boolean,
): number | undefined {
	let ms = Math.ceil(earliest / MINUTE_MS) * MINUTE_MS;
	while (ms <= latest) {
		const opening = ms + minutesUntil(hours, minuteOfWeek(hours, ms)) * MINUTE_MS;
		const isSteady = offset(hours.zone, ms) === offset(hours.zone, opening);
		if (isSteady && opening <= latest && suits(opening)) return opening;
		// Clocks change at full and half hours, and not twice before an opening.
		ms = isSteady ? opening + MINUTE_MS : (Math.floor(ms / HALF_HOUR_MS) + 1) * HALF_HOUR_MS;
	}
	return undefined;
}

function opens({ from, to, days }: AllowedHours, minuteOfWeek: number): boolean {
	const [day, minute] = [Math.floor(minuteOfWeek / DAY), minuteOfWeek % DAY];
	if (from < to) return minute >= from && minute < to && days.includes(day);
	return minute >= from ? days.includes(day) : minute < to && days.includes((day + 6) % 7);
}

/** As if clocks never changed. */
const minutesUntil = (hours: AllowedHours, minuteOfWeek: number): number =>
	opens(hours, minuteOfWeek)
		? 0
		: Math.min(...hours.days.map((day) => (day * DAY + hours.from - minuteOfWeek + WEEK) % WEEK));

function minuteOfWeek({ zone }: AllowedHours, ms: number): number {
	const local = Math.floor(ms / MINUTE_MS) + offset(zone, ms);
	return (local + FIRST_DAY * DAY) % WEEK;
}

/** Minutes by which the clocks of a zone are ahead of UTC. */
const offset = (zone: string, ms: number): number => IANAZone.create(zone).offset(ms);
