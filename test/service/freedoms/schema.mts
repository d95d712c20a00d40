import { IANAZone } from 'luxon';
import { z } from 'zod';

const share = z.number().min(0).max(1).default(0);
const off = z.boolean().default(false);
const choice = <const T extends [string, ...string[]]>(...values: T) =>
	z.enum(values).default(values[0]);

/** By number of the freedom; where there is a choice, the first value leaves it off. */
const shape = {
	/** F5: of so many calls in one only a task number is answered, with code 100. */
	queuedShare: share,
	/** F5: only for these `Module/Method`s; empty: for all. */
	queuedMethods: z.array(z.string()).default([]),
	/** F5: what becomes of a queued write. */
	queuedWrites: choice('never', 'later'),
	/** F5: ms until a queued write is carried out. */
	queuedFor: z.number().min(0).default(2_000),

	/** F13: of so many reads one is answered as `oddReadsAre` says; never the same question twice in a row. */
	oddReads: share,
	/**
	 * F13: `empty`: code 0 with `[]`, `null` or `""`; `noItems`: code 0, the count but no rows; `queued`: code
	 * 100 with a task number; `any`: one of them.
	 */
	oddReadsAre: choice('any', 'empty', 'noItems', 'queued'),

	/** F14: the code of a Delete with unknown links; by dialect, or `code2`: the whole batch is refused. */
	deleteUnknown: choice('asIs', 'code0', 'code98or99', 'code2'),
	/** F14: the data of a Delete; `emptyObject`, `true` and `null` only where all were deleted. */
	deleteAnswer: choice('both', 'onlyNotProcessed', 'emptyObject', 'true', 'null'),

	/** F15: what an Update without data is answered. */
	emptyUpdate: choice('accepted', 'code11'),
	/** F15: what an empty expirationDate of Create and Update means. */
	emptyDate: choice('refused', 'never'),

	/** F16: Get, Update and GetStats still answer for a deleted link; `listed`: List too. */
	softDeletion: choice('off', 'notListed', 'listed'),

	/** F17: how short links are shown; `asIs`: as `publicUrl` has it. */
	shortLinkForm: choice('asIs', 'http', 'https', 'noScheme'),
	/** F17: a path before the code, such as `l/`. */
	shortLinkPath: z
		.string()
		.regex(/^(?:[\w-]+\/)*$/, 'must be a path that ends in a slash')
		.default(''),
	/** F17: Link/Get by shortLink finds what is shown letter by letter, or whatever leads to the link. */
	shortLinkMatch: choice('exact', 'lenient'),

	/** F19: Message/List shows each new message after 0 to so many ms, at random; besides `faults.listLag`. */
	listLagUpTo: z.number().int().min(0).max(60_000).default(0),

	/** F20: how far the clock that stamps rows is ahead of the service's own (`Date`), in ms. */
	accountClockOffset: z.number().int().min(-300_000).max(300_000).default(0),
	/** F20: the account's zone when it is another one than `timezone` says; empty: that one. */
	accountTimezone: z
		.string()
		.refine((name) => name === '' || IANAZone.isValidZone(name), 'must be an IANA time zone')
		.default(''),

	/** F22: recipients are shown with a plus. */
	numbersWithPlus: off,
	/** F22: how ids are written; by dialect, as numbers, as texts, or as texts after a space. */
	idForm: choice('asIs', 'number', 'text', 'spaced'),

	/** F23: how a time or a date that is not set is written. */
	blankTimes: choice('null', 'space', 'empty', 'zero'),
};

const freedoms = z.strictObject(shape);

/** What the service is free to do and does; every switch has a value that leaves it off. */
export type Freedoms = z.output<typeof freedoms>;

export type FreedomName = keyof Freedoms;

/** Some switches, each checked. */
export const someFreedoms = z.object(shape).partial().strict();

/**
 * These switches, and all others off.
 * @throws ZodError for an unknown name or a value that is not possible
 */
export const freedomsOf = (given: unknown = {}): Freedoms => freedoms.parse(given);
