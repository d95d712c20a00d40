import { clockOf, moments, write } from '../shared/time/clock';

/** A time of the service, some seconds later or, with a negative number, earlier. */
export const secondsAfter = (time: string, seconds: number): string =>
	write(clockOf(time).plus({ seconds }));

/**
 * Where the next poll begins to read: the overlap before the newest time.
 *
 * In the hour that the account's clocks show twice when summer time ends, times begin anew at its
 * start: reading begins before that hour until it is over. A time that clocks skip when summer time
 * begins would be read as one after the gap: reading begins before the gap.
 *
 * @param newest the newest statusUpdateTs of the service
 * @param overlap in seconds
 * @param zone IANA name of the account's zone
 */
export function startBefore(newest: string, overlap: number, zone: string): string {
	const start = clockOf(newest).minus({ seconds: overlap });
	const [first, second = first] = moments(start, zone);
	const skipped = clockOf(write(first)).diff(start);
	return write(start.minus(second.diff(first)).minus(skipped));
}
