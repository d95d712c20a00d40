import type { DateTime } from 'luxon';

import { clockOf, moments, write } from '../../shared/input/time/clock';

export const STATISTICS_TYPES = ['monthly', 'daily', 'hourly', 'minute'] as const;
export type StatisticsType = (typeof STATISTICS_TYPES)[number];

/** For each type its period, and the longest span that one call of the service answers. */
const TYPES = {
	monthly: { period: 'month', longest: { months: 36 } },
	daily: { period: 'day', longest: { hours: 90 * 24 } },
	hourly: { period: 'hour', longest: { hours: 7 * 24 } },
	minute: { period: 'minute', longest: { hours: 3 } },
} as const;

/** A part of the time asked for, as `criteria` of a call. */
export interface Window {
	dateFrom?: string;
	dateTo?: string;
}

/**
 * About how many windows a span takes, without splitting it: for a typing error in the year, that would
 * take minutes.
 *
 * @param from first second, YYYY-MM-DD HH:MM:SS
 * @param to last second, the same, not before `from`
 */
export function windowCount(from: string, to: string, type: StatisticsType): number {
	const start = clockOf(from);
	const window = start.plus(TYPES[type].longest).diff(start);
	return Math.ceil(clockOf(to).diff(start).toMillis() / window.toMillis());
}

/**
 * Splits a span of service times into windows that the service answers in full, one after another:
 * each starts with the second that clocks show after the one before it ends, at the start of a period,
 * so that every period is in one window and rows need not be added up.
 *
 * The service would cut a longer window without saying so.
 *
 * @param from first second, YYYY-MM-DD HH:MM:SS in `zone`
 * @param to last second, the same, not before `from`
 */
export function windows(from: string, to: string, type: StatisticsType, zone: string): Window[] {
	const { period, longest } = TYPES[type];
	const end = clockOf(to);
	const found: Window[] = [];
	let start = clockOf(from);
	const isBorder = (next: DateTime) =>
		!exceeds(start, secondBefore(next), longest, zone) &&
		[secondBefore(next), next].every((clock) => isPlain(clock, zone));
	while (exceeds(start, end, longest, zone)) {
		let next = start.startOf(period).plus(longest);
		while (!isBorder(next)) next = next.minus({ [period]: 1 });
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
 * Whether clocks show a time exactly once. Of an hour that comes twice the service might take either one and skip
 * the other, and one that clocks skip it might read as an hour later.
 */
function isPlain(clock: DateTime, zone: string): boolean {
	const [moment, second] = moments(clock, zone);
	return !second && write(moment) === write(clock);
}
