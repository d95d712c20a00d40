import fc, { weighted } from '../../../fc.mts';
import { isTold } from '../../../freedoms/lib/counts.mts';
import type { FreedomName, Freedoms } from '../../../service/index.mts';
import { FAULTS, type FaultName } from './faults.mts';
import type { ScenarioItem } from './scenario.mts';

const NAMES = Object.keys(FAULTS) as FaultName[];
/** What makes an answer get lost. */
export const LOST: FaultName[] = [
	...(['dropBefore', 'dropAfter', 'dropThenSent', 'hangAfter', 'truncatedButSent'] as const),
];

type Form = ScenarioItem['form'];

/** `calm` in most cases, so that not every trouble comes at once. */
export const mostly = <T,>(
	calm: T,
	weight: number,
	...others: Array<fc.Arbitrary<T>>
): fc.Arbitrary<T> =>
	weighted([weight, calm], ...others.map((each): [number, fc.Arbitrary<T>] => [10, each]));

/** From one to three. */
export const few = <T,>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });

const fault = weighted<FaultName>(
	[10, 'none'],
	[8, fc.constantFrom(...NAMES)],
	[4, fc.constantFrom(...LOST)],
);

export const faultsOf = weighted<FaultName[]>(
	[25, []],
	[25, few(fault)],
	// The connection fails until the node gives up.
	[1, Array<FaultName>(60).fill('connectRefused')],
	[1, Array<FaultName>(60).fill('connectTimedOut')],
);

/** Drawn one by one; `assemble` gives persons, keys and marks that go together. */
export const drawnItem = fc.record({
	twin: fc.integer({ min: 0, max: 99 }),
	form: mostly<Form>('plain', 20, fc.constantFrom('plus', 'spaced'), fc.constant('plus')),
	bad: fc.integer({ min: 0, max: 99 }),
	key: fc.nat({ max: 99 }),
});

/** A message of the same recipient and text that somebody else sends. */
export const foreign = fc.record({
	person: fc.nat({ max: 3 }),
	when: fc.oneof(
		// Before the first attempt, by so many ms: as old as zones differ, and a little older or younger.
		fc
			.tuple(fc.constantFrom(1, 3, 5, 8, 9, 10), fc.integer({ min: -5_000, max: 30_000 }))
			.map(([hours, more]) => ({ before: hours * 3_600_000 + more })),
		fc.integer({ min: 0, max: 437 }).map((before) => ({ before })),
		fc.integer({ min: 438, max: 90_000 }).map((before) => ({ before })),
		// While the call with this number for the person is under way; ahead of it, or behind it.
		fc.record({ during: fc.nat({ max: 1 }), ahead: fc.boolean() }),
		// So many ms after the first call for the person ended.
		fc
			.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000 }))
			.map((after) => ({ after })),
	),
});

interface StoreTrouble {
	/** ms between reading the row and writing it, at most. */
	stall: number;
	/** Of a hundred calls, so many fail; half of them when all is done. */
	failures: number;
	/** After so many of a hundred writes, another process writes what it had read before. */
	rivals: number;
}

export const store = weighted<StoreTrouble>(
	[4, { stall: 2, failures: 0, rivals: 0 }],
	[2, { stall: 200, failures: 0, rivals: 0 }],
	[1, { stall: 50, failures: 30, rivals: 0 }],
	[1, { stall: 100, failures: 0, rivals: 40 }],
);

export const zones = mostly(
	{ accountTimezone: 'Asia/Almaty', zone: 'Asia/Almaty' },
	30,
	fc.constantFrom(
		{ accountTimezone: 'Asia/Almaty', zone: 'America/New_York' },
		{ accountTimezone: 'America/Sao_Paulo', zone: 'Asia/Almaty' },
		{ accountTimezone: 'Europe/Kyiv', zone: 'Europe/Berlin' },
		{ accountTimezone: 'Europe/Berlin', zone: 'Europe/Kyiv' },
	),
);

const OFF = [500, 5_000, 90_000, 3_600_000, 86_400_000];

/** n8n's clock is set, so many ms after the start of all, by so many ms. */
export const clockSteps = mostly<Array<{ after: number; by: number }>>(
	[],
	60,
	fc.array(
		fc.record({
			after: fc.oneof(fc.integer({ min: 5, max: 3_000 }), fc.integer({ min: 5, max: 200_000 })),
			by: fc.constantFrom(...OFF, ...OFF.map((ms) => -ms)),
		}),
		{ minLength: 1, maxLength: 2 },
	),
);

type Free = Partial<Freedoms>;

/** Of one of these freedoms, one of these values. */
const of = <Name extends FreedomName>(name: Name, ...values: Array<Freedoms[Name]>) =>
	values.map((value): Free => ({ [name]: value }));

const listFreedoms = fc.constantFrom<Free[]>(
	...[{ numbersWithPlus: true }, { tiesShuffled: true }, { oddStatuses: true }],
	...of('oddReads', 0.1, 0.3),
	...of('oddReadsAre', 'empty', 'noItems', 'queued').map((free) => ({ ...free, oddReads: 0.3 })),
	...of('idForm', 'spaced', 'number', 'text'),
	...of('unsortedOrder', 'any', 'oldestFirst'),
	...of('blankTimes', 'space', 'empty', 'zero'),
	...of('listForm', 'bare', 'keyed', 'itemsKeyed'),
	...of('emptyList', 'list', 'null', 'emptyText', 'itemsNull', 'itemsEmptyText'),
	...of('unreadableList', 'itemsNull', 'rows', 'oneRow'),
	...of('totalForm', 'absent', 'text', 'number'),
	...of('totalOff', 2, 30, -3),
	...of('totalAlternatesBy', 3, -2),
	...of('listShows', 0, 60),
	{ pastEnd: 'lastPage' },
	...of('staleBy', 2_000, 60_000, 3_600_000).map((free) => ({ ...free, staleReads: 0.3 })),
	...of('aheadBy', 60_000, 31_536_000_000).map((free) => ({ ...free, aheadShare: 0.3 })),
	...of('finalStampedAgainAfter', 1_000),
);

/** What matters to somebody who looks for a message. Rows that leave the list are not: nobody would find them. */
export const freedoms: fc.Arbitrary<Free> = fc
	.tuple(
		mostly<Free>({}, 10, fc.constantFrom({ listLagUpTo: 5_000 }, { listLagUpTo: 60_000 })),
		mostly<Free>(
			{},
			30,
			fc.record({ accountClockOffset: fc.integer({ min: -300_000, max: 300_000 }) }),
			fc.record({
				accountClockOffset: fc.constantFrom(-7_000, -4_000, -900, -300, 300, 900, 4_000, 7_000),
			}),
		),
		mostly<Free>(
			{},
			60,
			fc.constantFrom(
				...of('textStored', 'trimmed', 'crlf', 'transliterated', 'linksShortened', 'cut'),
			),
		),
		mostly<Free[]>([], 40, few(listFreedoms)),
	)
	.map(([lag, clock, text, lists]): Free => Object.assign({ ...lag, ...clock, ...text }, ...lists))
	.filter(isTold);

export const retries = weighted<number[]>([5, []], [4, few(fc.nat({ max: 3 }))], [1, [0, 0]]);
