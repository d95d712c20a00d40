import fc from 'fast-check';

import type { Freedoms } from '../../../service/index.mts';
import { mostly } from './draw.mts';
import type { StoreTrouble } from './scenario.mts';

export const store = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<StoreTrouble>({ stall: 2, failures: 0, rivals: 0 }) },
	{ weight: 2, arbitrary: fc.constant<StoreTrouble>({ stall: 200, failures: 0, rivals: 0 }) },
	{ weight: 1, arbitrary: fc.constant<StoreTrouble>({ stall: 50, failures: 30, rivals: 0 }) },
	{ weight: 1, arbitrary: fc.constant<StoreTrouble>({ stall: 100, failures: 0, rivals: 40 }) },
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

/** What matters to somebody who looks for a message. */
export const freedoms: fc.Arbitrary<Partial<Freedoms>> = fc
	.tuple(
		mostly<Partial<Freedoms>>(
			{},
			10,
			fc.constantFrom(5_000, 60_000).map((listLagUpTo) => ({ listLagUpTo })),
		),
		mostly<Partial<Freedoms>>(
			{},
			30,
			fc.integer({ min: -300_000, max: 300_000 }).map((offset) => ({ accountClockOffset: offset })),
			fc.constantFrom<Partial<Freedoms>>(
				{ accountClockOffset: -4_000 },
				{ accountClockOffset: 4_000 },
			),
		),
		mostly<Partial<Freedoms>>(
			{},
			60,
			fc
				.constantFrom<Freedoms['textStored'][]>(
					'trimmed',
					'crlf',
					'transliterated',
					'linksShortened',
					'cut',
				)
				.map((textStored) => ({ textStored })),
			fc.constantFrom<Partial<Freedoms>>(
				{ numbersWithPlus: true },
				{ idForm: 'spaced' },
				{ idForm: 'number' },
				{ unsortedOrder: 'any' },
				{ unsortedOrder: 'oldestFirst' },
				{ severalSorts: 'first' },
				{ severalSorts: 'last' },
				{ tiesShuffled: true },
				{ blankTimes: 'space' },
				{ blankTimes: 'zero' },
				{ oddReads: 0.3 },
				{ listForm: 'bare' },
				{ totalForm: 'absent' },
			),
		),
	)
	.map((some) => Object.assign({}, ...some));

export const retries: fc.Arbitrary<number[]> = fc.oneof(
	{ weight: 5, arbitrary: fc.constant<number[]>([]) },
	{ weight: 4, arbitrary: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.constant<number[]>([0, 0]) },
);
