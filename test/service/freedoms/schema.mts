import { IANAZone } from 'luxon';
import { z } from 'zod';

const shape = {
	/** F19: Message/List shows each new message after 0 to so many ms, at random; besides `faults.listLag`. */
	listLagUpTo: z.number().int().min(0).max(60_000).default(0),

	/** F20: how far the clock that stamps rows is ahead of the service's own (`Date`), in ms. */
	accountClockOffset: z.number().int().min(-300_000).max(300_000).default(0),
	/** F20: the account's zone when it is another one than `timezone` says; empty: that one. */
	accountTimezone: z
		.string()
		.refine((name) => name === '' || IANAZone.isValidZone(name), 'must be an IANA time zone')
		.default(''),
};

const freedoms = z.strictObject(shape);

/** What the service is free to do and does; every switch has a value that leaves it off. */
export type Freedoms = z.output<typeof freedoms>;

export type FreedomName = keyof Freedoms;

/** Some switches, each checked. */
export const someFreedoms = z.strictObject(shape).partial();

/**
 * These switches, and all others off.
 * @throws ZodError for an unknown name or a value that is not possible
 */
export const freedomsOf = (given: unknown = {}): Freedoms => freedoms.parse(given);
