import type { DateTime } from 'luxon';

import { clockOf, moments, write } from '../../shared/input/time/clock';

export type StatisticsType = 'monthly' | 'daily' | 'hourly' | 'minute';

/** For each type its period, and the longest span that one call of the service answers. */
const TYPES: {
	[type in StatisticsType]: {
		period: 'month' | 'day' | 'hour' | 'minute';
		longest: { months: number } | { hours: number };
	};
} = {
	monthly: { period: 'month', longest: { months: 36 } },
	daily: { period: 'day', longest: { hours: 90 * 24 } },
	hourly: { period: 'hour', longest: { hours: 7 * 24 } },
	minute: { period: 'minute', longest: { hours: 3 } },
};

export interface Stretch {
	from: string;
	to: string;
}

/**
 * About how many windows a span takes, without splitting it: for a typing error in the year, that would
 * take minutes. Changes of clocks may add a few.
 *
 * @param from first second, YYYY-MM-DD HH:MM:SS
 * @param to last second, the same, not before `from`
 */
export function windowCount(from: string, to: string, type: StatisticsType): number {
	const { longest } = TYPES[type];
	const span = (unit: 'months' | 'hours') => clockOf(to).diff(clockOf(from), unit).as(unit);
	const parts =
		'months' in longest ? span('months') / longest.months : span('hours') / longest.hours;
	return Math.max(1, Math.ceil(parts));
}

let last: { key: string; found: Stretch[] } | undefined;

/**
 * Splits a span of service times into windows that the service answers in full, one after another:
 * each starts with the second that clocks show after the one before it ends, at the start of a period,
 * so that every period is in one window and rows need not be added up.
 *
 * The service would cut a longer window without saying so. It is not known whether it measures clock time
 * or elapsed time, so around a change of clocks a window keeps to the limit by both.
 *
 * @param from first second, YYYY-MM-DD HH:MM:SS in `zone`
 * @param to last second, the same, not before `from`
 */
export function windows(from: string, to: string, type: StatisticsType, zone: string): Stretch[] {
	const key = [from, to, type, zone].join('|');
	// The items of a run mostly have the same span, and changes of clocks make splitting slow.
	if (last?.key !== key) last = { key, found: split(clockOf(from), clockOf(to), type, zone) };
	return last.found;
}

function split(first: DateTime, end: DateTime, type: StatisticsType, zone: string): Stretch[] {
	const found = [];
	let start = first;
	while (exceeds(start, end, type, zone)) {
		const next = border(start, type, zone);
		found.push({ from: write(start), to: write(next.minus({ seconds: 1 })) });
		// If clocks skip the border, the window begins after the gap.
		start = clockOf(write(moments(next, zone)[0]));
	}
	return [...found, { from: write(start), to: write(end) }];
}

/** Whether the service would cut a window, measured by the clock or by time passed. */
function exceeds(start: DateTime, end: DateTime, type: StatisticsType, zone: string): boolean {
	const { longest } = TYPES[type];
	const [earliest] = moments(start, zone);
	const latest = moments(end, zone).reduce((_, later) => later);
	return end > start.plus(longest) || latest > earliest.plus(longest);
}

/**
 * Where the next window starts: as late as the limit allows, but not beside an hour that comes twice,
 * since the service might take either one and skip the other; and not where clocks skip the second before
 * it, which the service might read as an hour later, in the next window.
 */
function border(start: DateTime, type: StatisticsType, zone: string): DateTime {
	const { period, longest } = TYPES[type];
	const first = start.startOf(period).plus({ [period]: 1 });
	let next = start.startOf(period).plus(longest);
	const isGood = (last: DateTime) =>
		!exceeds(start, last, type, zone) &&
		[last, next].every((clock) => moments(clock, zone).length === 1) &&
		write(moments(last, zone)[0]) === write(last);
	while (next > first && !isGood(next.minus({ seconds: 1 }))) next = next.minus({ [period]: 1 });
	return next;
}
