import { clockOf, formatInstant, moments, write } from '../shared/input/time/readTime';

// All times here are the service's, as text: YYYY-MM-DD HH:MM:SS in the account's zone. They are compared and counted as
// if clocks never changed.

export const BEGINNING = '2000-01-01 00:00:00';

/** How long after its statusUpdateTs a change may first show. */
export const LATEST_S = 75;

export const isTime = (time: unknown): time is string =>
	typeof time === 'string' &&
	/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time) &&
	!Number.isNaN(Date.parse(`${time.replace(' ', 'T')}Z`));

/** That many seconds later or, with a negative number, earlier. */
export const secondsAfter = (time: string, seconds: number): string =>
	fromSeconds(toSeconds(time) + seconds);

/** Seconds since 1970, as if the clock were that of UTC. */
export const toSeconds = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`) / 1000;

export const fromSeconds = (seconds: number): string =>
	new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

export const earlier = (a: string, b: string): string => (a < b ? a : b);

export const later = (a: string, b: string): string => (a > b ? a : b);

/** By how many seconds clocks in a zone (IANA name) are ahead of UTC. */
export const offsetAt = (ms: number, zone: string): number =>
	toSeconds(formatInstant(ms, zone)) - Math.floor(ms / 1000);

/**
 * The time itself; if clocks skip it when summer time begins, a time before the gap, since the service would take it for
 * one after the gap.
 */
export function unskipped(time: string, zone: string): string {
	const [moment] = moments(clockOf(time), zone);
	const skipped = toSeconds(write(moment)) - toSeconds(time);
	return skipped > 0 ? secondsAfter(time, -skipped) : time;
}
