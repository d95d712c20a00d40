import type { DateTime } from 'luxon';

import { clockOf, moments, write } from '../../shared/input/time/readTime';

export const STATISTICS_TYPES = ['monthly', 'daily', 'hourly', 'minute'] as const;
export type StatisticsType = (typeof STATISTICS_TYPES)[number];

/**
 * For each type its period, and the longest span that one call of the service answers. For months that is 3
 * years: the service may count the days of a year, and would cut off a day of three with a 29 February.
 */
const TYPES = {
	monthly: { period: 'month', longest: { hours: 3 * 365 * 24 } },
	daily: { period: 'day', longest: { hours: 90 * 24 } },
	hourly: { period: 'hour', longest: { hours: 7 * 24 } },
	minute: { period: 'minute', longest: { hours: 3 } },
} as const;

export interface Window {
	dateFrom?: string;
	dateTo?: string;
}

/**
 * Splits a span of service times (YYYY-MM-DD HH:MM:SS in `zone`, both ends included) into windows that the
 * service answers in full: it would cut a longer one without saying so. Each begins with the second that
 * clocks show after the one before it ends, at the start of a period, so that rows need not be added up.
 *
 * @returns undefined for a span that takes several windows, and more than `most`
 */
export function windows(
	from: string,
	to: string,
	type: StatisticsType,
	zone: string,
	most: number,
): Window[] | undefined {
	const { period, longest } = TYPES[type];
	const end = clockOf(to);
	const found: Window[] = [];
	let start = clockOf(from);
	const isBorder = (next: DateTime) =>
		!exceeds(start, secondBefore(next), longest, zone) &&
		[secondBefore(next), next].every((clock) => isPlain(clock, zone));
	while (exceeds(start, end, longest, zone)) {
		// Without this look ahead, to split the spans of a hundred items would keep n8n busy for minutes.
		const fewest = Math.max(2, Math.ceil(end.diff(start).as('hours') / longest.hours));
		if (found.length + fewest > most) return undefined;
		let next = start.startOf(period).plus(longest).startOf(period);
		while (next > start && !isBorder(next)) next = next.minus({ [period]: 1 });
		found.push({ dateFrom: write(start), dateTo: write(secondBefore(next)) });
		start = next;
	}
	return [...found, { dateFrom: write(start), dateTo: to }];
}

const secondBefore = (clock: DateTime): DateTime => clock.minus({ seconds: 1 });

/** It is not known whether the service measures clock time or time passed. */
function exceeds(start: DateTime, end: DateTime, longest: object, zone: string): boolean {
	const [earliest] = moments(start, zone);
	const latest = moments(end, zone).reduce((_, later) => later);
	return end > start.plus(longest) || latest > earliest.plus(longest);
}

/**
 * Whether clocks show a time exactly once. The service might take either hour of one that comes twice and
 * skip the other, and read one that is skipped as an hour later.
 */
function isPlain(clock: DateTime, zone: string): boolean {
	const [moment, second] = moments(clock, zone);
	return !second && write(moment) === write(clock);
}
