import type { DateTime, DurationLike } from 'luxon';
import type { Zone } from '../../zone.mts';

interface StatsType {
	unit: 'month' | 'day' | 'hour' | 'minute';
	/** The longest period that is ever returned. */
	maximum: DurationLike;
	/** How a row of the grid names its period. */
	label: string;
}

export const TYPES: Readonly<Record<string, StatsType>> = {
	// Of the two readings of 3 years the shorter one: who keeps to it keeps to the calendar's, too.
	monthly: { unit: 'month', maximum: { days: 3 * 365 }, label: 'yyyy-MM' },
	daily: { unit: 'day', maximum: { days: 90 }, label: 'yyyy-MM-dd' },
	hourly: { unit: 'hour', maximum: { weeks: 1 }, label: "yyyy-MM-dd HH':00'" },
	minute: { unit: 'minute', maximum: { hours: 3 }, label: 'yyyy-MM-dd HH:mm' },
};

/** Both ends belong to the period, to the second. */
interface Period {
	from: DateTime;
	to: DateTime;
}

/** The service's three rules for a period of which an end may be missing or which is too long. */
export function periodOf(
	{ maximum }: StatsType,
	zone: Zone,
	now: number,
	{ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string },
): Period {
	const to = zone.at(dateTo === undefined ? now : zone.parse(dateTo));
	if (dateFrom === undefined) return { from: to.minus(maximum), to };
	const from = zone.at(zone.parse(dateFrom));
	const latest = from.plus(maximum);
	return { from, to: dateTo === undefined || to > latest ? latest : to };
}

/** The names of all rows of a period, in order; an hour that occurs twice in a day has one row. */
export function labelsOf({ unit, label }: StatsType, { from, to }: Period): string[] {
	const labels = new Set<string>();
	for (let at = from.startOf(unit); at <= to; at = at.plus({ [unit]: 1 })) {
		labels.add(at.toFormat(label));
	}
	return [...labels];
}

/** How many of the instants (ms) fall in each row. */
export function countByLabel(type: StatsType, zone: Zone, period: Period, instants: number[]) {
	const { from, to } = period;
	const counts = new Map<string, number>();
	for (const at of instants) {
		if (at < from.toMillis() || at >= to.toMillis() + 1000) continue;
		const label = zone.at(at).toFormat(type.label);
		counts.set(label, (counts.get(label) ?? 0) + 1);
	}
	return counts;
}
