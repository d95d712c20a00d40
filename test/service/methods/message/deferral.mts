import { InvalidFields } from '../../api/failure.mts';
import type { Store } from '../../store/store.mts';

const HOUR = 3_600_000;

/**
 * When a deferred message is to start (ms), or undefined when it is not deferred. The time is read in the
 * account's zone; it must be no earlier than 1 hour and no later than 14 days ahead.
 * @throws InvalidFields
 */
export function deferredStart(
	{ zone, clock }: Store,
	given: string | undefined,
): number | undefined {
	if (given === undefined) return undefined;
	const start = zone.parse(given);
	// The caller can only write whole seconds.
	const ahead = start - Math.floor(clock.now() / 1000) * 1000;
	if (ahead < HOUR || ahead > 14 * 24 * HOUR) {
		throw new InvalidFields({
			'params.deferredToTs': ['must be no earlier than 1 hour and no later than 14 days ahead'],
		});
	}
	return start;
}
