import { DateTime } from 'luxon';

import { formatInstant, moments, write } from '../shared/input/time/clock';

/** Before all times of the service. */
export const BEGINNING = '2000-01-01 00:00:00';

/** How long after its statusUpdateTs a change may first show. */
export const LATEST_S = 75;

/** A little more than the hour by which clocks are set back. */
export const LOOK_BACK_S = 3_700;

/** How long a response may be under way. */
const WAY_S = 10;

/** How wrong the clock that stamps changes may be. */
const CLOCK_S = 300;

/** The present time, by the service's clock. */
export interface Now {
	/** Since the epoch. */
	ms: number;
	/** As the service writes it, if the account's zone is right: YYYY-MM-DD HH:MM:SS. */
	time: string;
	/** Later times are dated ahead. Allows for the time of a response, and a second. */
	latest: string;
	/** Up to this time, all changes have shown. */
	settled: string;
	/** The same, if the clock that stamps changes is as wrong as it may be. */
	sure: string;
}

/** @param zone IANA name of the account's zone */
export function nowOf(ms: number, zone: string): Now {
	const [time, latest, settled, sure] = [0, -WAY_S, LATEST_S, LATEST_S + CLOCK_S].map((seconds) =>
		formatInstant(ms - seconds * 1000, zone),
	);
	return { ms, time, latest, settled, sure };
}

/** Whether it is a time as the service writes it: YYYY-MM-DD HH:MM:SS. */
export const isTime = (time: unknown): time is string =>
	typeof time === 'string' &&
	/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time) &&
	!Number.isNaN(Date.parse(`${time.replace(' ', 'T')}Z`));

/** A time of the service, some seconds later or, with a negative number, earlier. */
export const secondsAfter = (time: string, seconds: number): string =>
	fromSeconds(toSeconds(time) + seconds);

/** In seconds, without the zone's changes of clocks. */
export const toSeconds = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;

export const fromSeconds = (seconds: number): string =>
	new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** A clock without a zone that shows a time. */
const clockOf = (time: string): DateTime =>
	DateTime.fromMillis(toSeconds(time) * 1000, { zone: 'utc' });

export const earlier = (a: string, b: string): string => (a < b ? a : b);

export const later = (a: string, b: string): string => (a > b ? a : b);

/**
 * A second earlier. If clocks skip that time when summer time begins, the service would read it as one after
 * the gap; then the answer is before the gap.
 *
 * @param zone IANA name of the account's zone
 */
export function justBefore(time: string, zone: string): string {
	const before = secondsAfter(time, -1);
	const [moment] = moments(clockOf(before), zone);
	const skipped = toSeconds(write(moment)) - toSeconds(before);
	return skipped > 0 ? secondsAfter(before, -skipped) : before;
}

/**
 * When clocks in the zone show a time for the last time, in ms since the epoch; undefined for a time
 * that they show only once. They show an hour twice when summer time ends.
 */
export function secondMoment(time: string, zone: string): number | undefined {
	const [, second] = moments(clockOf(time), zone);
	return second?.toMillis();
}
