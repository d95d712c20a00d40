import type { Store } from '../store/store.mts';
import type { Dialect } from '../types.mts';

/** F23: a time and a date that are not set. */
const BLANK = {
	null: { time: null, date: null },
	space: { time: ' ', date: ' ' },
	empty: { time: '', date: '' },
	zero: { time: '0000-00-00 00:00:00', date: '0000-00-00' },
} as const;

/** A number; past the safe range it would arrive as another one, so it stays as it is. */
const toNumber = (value: number | string): number | string =>
	Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** How plain values are written in an answer. */
export function valuesOf(dialect: Dialect, { zone, freedoms }: Store) {
	const blank = BLANK[freedoms.blankTimes];
	const observed = dialect === 'observed';
	/** A documented integer: a number on paper, a string in recorded answers. */
	const integer = observed ? String : toNumber;
	/** A time (ms) in the account's zone. */
	const time = (ms: number | null) => (ms === null ? blank.time : zone.format(ms));
	const ids = { asIs: integer, number: toNumber, text: String, spaced: (id: string) => ` ${id}` };
	return {
		integer,
		time,
		/** An identifier: an integer, or in another form (F22). */
		id: ids[freedoms.idForm],
		/** A day, `YYYY-MM-DD`. */
		date: (text: string | null) => text ?? blank.date,
		/** A time of a delivery report, which is documented as `YYYY-MM-DD HH-MM-SS`. */
		reportTime: (ms: number | null) =>
			(observed ? time(ms) : time(ms)?.replaceAll(':', '-')) ?? null,
		/** A text that is not known. */
		absent: observed ? null : '',
	};
}
