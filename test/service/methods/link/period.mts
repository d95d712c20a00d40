import type { DateTime, DurationLike } from 'luxon';
import type { Zone } from '../../zone.mts';

interface StatsType {
	unit: 'month' | 'day' | 'hour' | 'minute';
	step: DurationLike;
	/** The longest period that is ever returned. */
	maximum: DurationLike;
	/** How a row of the grid names its period. */
	label: string;
}

export const TYPES: Readonly<Record<string, StatsType>> = {
	monthly: { unit: 'month', step: { months: 1 }, maximum: { years: 3 }, label: 'yyyy-MM' },
	daily: { unit: 'day', step: { days: 1 }, maximum: { days: 90 }, label: 'yyyy-MM-dd' },
	hourly: { unit: 'hour', step: { hours: 1 }, maximum: { weeks: 1 }, label: "yyyy-MM-dd HH':00'" },
	minute: {
		unit: 'minute',
		step: { minutes: 1 },
		maximum: { hours: 3 },
		label: 'yyyy-MM-dd HH:mm',
	},
};

/** Both ends belong to the period, to the second. */
export interface Period {
	from: DateTime;
	to: DateTime;
}

/** The service's three rules for a period of which an end may be missing or which is too long. */
export function periodOf(
	type: StatsType,
	zone: Zone,
	now: number,
	given: { dateFrom?: string; dateTo?: string },
): Period {
	const from = given.dateFrom === undefined ? undefined : zone.at(zone.parse(given.dateFrom));
	const to = given.dateTo === undefined ? undefined : zone.at(zone.parse(given.dateTo));
	if (from === undefined) {
		const end = to ?? zone.at(now);
		return { from: end.minus(type.maximum), to: end };
	}
	const latest = from.plus(type.maximum);
	return { from, to: to === undefined || to > latest ? latest : to };
}

/** The names of all rows of a period, in order; an hour that occurs twice in a day has one row. */
export function labelsOf(type: StatsType, { from, to }: Period): string[] {
	const labels = new Set<string>();
	for (let at = from.startOf(type.unit); at <= to; at = at.plus(type.step)) {
		labels.add(at.toFormat(type.label));
	}
	return [...labels];
}

/** How many of the instants (ms) fall in each row. */
export function countByLabel(
	type: StatsType,
	zone: Zone,
	{ from, to }: Period,
	instants: number[],
): Map<string, number> {
	const counts = new Map<string, number>();
	for (const at of instants) {
		if (at < from.toMillis() || at >= to.toMillis() + 1000) continue;
		const label = zone.at(at).toFormat(type.label);
		counts.set(label, (counts.get(label) ?? 0) + 1);
	}
	return counts;
}
