import type { DateTime } from 'luxon';

/**
 * A time that a user gave, before it is converted to the wanted zone:
 * - `instant`: a moment, the same everywhere, in milliseconds since 1970; `day` where it was given as
 *   midnight of a zone of its own, as `$today` is
 * - `clock`: what a clock shows, in the account's or the workflow's zone
 * - `day`: a calendar day alone, in the account's zone
 *
 * Clocks and days are luxon times in UTC, which has no change of clocks; ignore their zone.
 */
export type WrittenTime =
	| { kind: 'instant'; ms: number; day?: DateTime }
	| { kind: 'clock'; zone: 'account' | 'workflow'; clock: DateTime }
	| { kind: 'day'; clock: DateTime };
