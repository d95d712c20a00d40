import fc from 'fast-check';

import {
	FREEDOM_VALUES,
	VAST_FORMS,
	type FaultKind,
	type FreedomName,
	type Freedoms,
} from '../../service/index.mts';
import type { Conditions } from './lane.mts';

/** One freedom with a value other than the one that leaves it off. */
const freedom = (name: FreedomName): fc.Arbitrary<Partial<Freedoms>> =>
	fc
		.constantFrom(...(FREEDOM_VALUES[name].slice(1) as Array<Freedoms[FreedomName]>))
		.map((value) => ({ [name]: value }));

/** None, one or several of these freedoms at once. */
const freedomsOf = (names: readonly FreedomName[]): fc.Arbitrary<Partial<Freedoms>> =>
	fc
		.oneof(
			{ weight: 1, arbitrary: fc.constant([]) },
			{ weight: 3, arbitrary: fc.subarray([...names], { minLength: 1, maxLength: 2 }) },
			{
				weight: 3,
				arbitrary: fc.subarray([...names], { minLength: 2, maxLength: Math.min(5, names.length) }),
			},
		)
		.chain((chosen) => fc.tuple(...chosen.map(freedom)))
		.map((parts) => Object.assign({}, ...parts) as Partial<Freedoms>);

/** A dialect, some of the given freedoms, and the seed of the service's own chance. */
export const conditions = (names: readonly FreedomName[]): fc.Arbitrary<Conditions> =>
	fc.record({
		dialect: fc.constantFrom('observed' as const, 'documented' as const),
		freedoms: freedomsOf(names),
		seed: fc.nat(1_000_000),
	});

/** F30, in the forms that take no minute to fail. */
const vast = fc.record({
	vast: fc.constantFrom(...VAST_FORMS.filter((form) => form !== 'slow')),
	at: fc.constantFrom('before' as const, 'after' as const),
});

/** One of these, or an answer of any size and form, strikes one of the first calls of a run. */
export const oneFault = (kinds: FaultKind[], latest: number) =>
	fc.option(
		fc.record({
			after: fc.nat(latest),
			kind: fc.oneof(
				{ weight: 8, arbitrary: fc.constantFrom(...kinds) },
				{ weight: 1, arbitrary: vast },
			),
		}),
		{ freq: 4, nil: undefined },
	);

/** A fault that passes: it strikes one call of the run, and the same call is well the next time. */
export const passingFault = oneFault(
	[
		...[{ code: 999 }, { code: 3 }, { code: 30 }, { status: 503 }],
		...[{ truncated: true as const }, { empty: true as const }],
		...[{ drop: 'before' as const }, { drop: 'after' as const }],
	],
	4,
);
