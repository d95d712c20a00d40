import { clockOf, moments, write } from '../shared/input/time/clock';

/** Before all times of the service. */
export const BEGINNING = '2000-01-01 00:00:00';

/** Whether it is a time as the service writes it: YYYY-MM-DD HH:MM:SS. */
export const isTime = (time: unknown): time is string =>
	typeof time === 'string' &&
	/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time) &&
	!Number.isNaN(Date.parse(`${time.replace(' ', 'T')}Z`));

/** A time of the service, some seconds later or, with a negative number, earlier. */
export const secondsAfter = (time: string, seconds: number): string =>
	write(clockOf(time).plus({ seconds }));

/** How many seconds later clocks in a zone show a time again: 0 but for when summer time ends. */
function secondsUntilAgain(time: string, zone: string): number {
	const [first, second = first] = moments(clockOf(time), zone);
	return second.diff(first).as('seconds');
}

/** Whether a time lies in the hour that clocks in a zone show twice when summer time ends. */
export const comesTwice = (time: string, zone: string): boolean =>
	secondsUntilAgain(time, zone) > 0;

/**
 * Where the next poll begins to read: the overlap before the newest time.
 *
 * In the hour that comes twice, times begin anew at its start: reading begins before that hour until
 * it is over. A time that clocks skip when summer time begins would be read as one after the gap:
 * reading begins before the gap.
 *
 * @param newest the newest statusUpdateTs of the service
 * @param overlap in seconds
 * @param zone IANA name of the account's zone
 */
export function startBefore(newest: string, overlap: number, zone: string): string {
	const start = secondsAfter(newest, -overlap);
	const [first] = moments(clockOf(start), zone);
	const skipped = clockOf(write(first)).diff(clockOf(start)).as('seconds');
	return secondsAfter(start, -secondsUntilAgain(start, zone) - skipped);
}

/**
 * The first time from an end on at which a backlog can be parted, to be read up to there now and from
 * the next second later. Nobody knows which of the two a service takes a time for that comes twice, so
 * that the hour is read in one go.
 */
export function parting(end: string, zone: string): string {
	const repeated = Math.max(
		secondsUntilAgain(end, zone),
		secondsUntilAgain(secondsAfter(end, 1), zone),
	);
	return repeated > 0 ? secondsAfter(end, repeated + 1) : end;
}
