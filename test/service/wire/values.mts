import type { Dialect } from '../types.mts';
import type { Zone } from '../zone.mts';

/** How plain values are written in an answer. */
export interface Values {
	/** A documented integer or id: a number on paper, a string in recorded answers. */
	integer(value: number | string): number | string;
	/** A time in the account's zone. */
	time(ms: number | null): string | null;
	/** A time of a delivery report, which is documented as `YYYY-MM-DD HH-MM-SS`. */
	reportTime(ms: number | null): string | null;
	/** A text that is not known. */
	absent: string | null;
}

export function valuesOf(dialect: Dialect, zone: Zone): Values {
	const time = (ms: number | null) => (ms === null ? null : zone.format(ms));
	if (dialect === 'observed') return { integer: String, time, reportTime: time, absent: null };
	return {
		// A number past the safe range would arrive as another id.
		integer: (value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value),
		time,
		reportTime: (ms) => time(ms)?.replaceAll(':', '-') ?? null,
		absent: '',
	};
}
