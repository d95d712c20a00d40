import fc from 'fast-check';

import type { Freedoms } from '../../../service/index.mts';
import { mostly, weighted } from './draw.mts';
import type { StoreTrouble } from './scenario.mts';

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

type Free = Partial<Freedoms>;

/** What matters to somebody who looks for a message. */
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
			fc.record({
				textStored: fc.constantFrom<Freedoms['textStored'][]>(
					...(['trimmed', 'crlf', 'transliterated', 'linksShortened', 'cut'] as const),
				),
			}),
			fc.constantFrom<Free>(
				...[{ numbersWithPlus: true }, { tiesShuffled: true }, { oddReads: 0.3 }],
				...(['spaced', 'number'] as const).map((idForm) => ({ idForm })),
				...(['any', 'oldestFirst'] as const).map((unsortedOrder) => ({ unsortedOrder })),
				...(['space', 'zero'] as const).map((blankTimes) => ({ blankTimes })),
				...[{ listForm: 'bare' as const }, { totalForm: 'absent' as const }],
				...[{ totalOff: 2 }, { totalOff: -3 }, { totalAlternatesBy: 3 }, { listShows: 60 }],
				...[{ pastEnd: 'lastPage' as const }, { staleReads: 0.3 }, { aheadShare: 0.3 }],
			),
		),
	)
	.map((some): Free => Object.assign({}, ...some));

export const retries = weighted<number[]>(
	[5, []],
	[4, fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 })],
	[1, [0, 0]],
);
