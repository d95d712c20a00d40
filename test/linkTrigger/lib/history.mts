import fc, { weighted, type Drawn } from '../../fc.mts';
import { COUNTS, mixed, rarely } from '../../trigger/lib/model.mts';
import { TRIGGER_ON } from '../../../nodes/LinkTrigger/cursor';
import type { Freedoms, TrueLink } from './world.mts';

const kind = <K extends string>(name: K) => fc.constant(name);
const who = fc.nat(700);
const many = fc.constantFrom(1, 1, 1, 3, 60, 1000);

const worldStep = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: kind('create'),
			count: fc.constantFrom(1, 1, 2, 40, 120),
			clicks: fc.nat(3),
			state: fc.constantFrom<Array<Partial<TrueLink>>>(
				...[{}, {}, { isTagged: false }, { isActive: false }, { isBlocked: true }],
			),
		}),
	},
	{
		weight: 7,
		arbitrary: fc.record({
			kind: kind('click'),
			...{ who, many },
			// Seldom, the service corrects a count.
			clicks: fc.constantFrom(1, 1, 2, 2, 6, 6, 1000, -1),
		}),
	},
	{
		weight: 4,
		arbitrary: fc.record({
			kind: kind('change'),
			...{ who, many },
			to: fc.constantFrom<Array<Partial<TrueLink>>>(
				...[{ isBlocked: true }, { isBlocked: false }, { isActive: true }, { isActive: false }],
				...[{ isTagged: true }, { isTagged: false }, { isDeleted: true }, { isDeleted: false }],
			),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: kind('nextDay') }) },
);

/** What happens before the answer of each call of a poll. */
const during = fc.oneof(
	fc.constant<WorldStep[][]>([]),
	fc.array(fc.array(worldStep, { maxLength: 2 }), { maxLength: 6 }),
);

/** The trigger's parameters; `from` is how many days before today. */
const parameters = fc.record({
	triggerOn: fc.constantFrom('newClicks' as const, ...TRIGGER_ON),
	threshold: fc.constantFrom(1, 3, 8, 1500),
	status: fc.constantFrom(undefined, 0 as const, 1 as const),
	query: fc.constantFrom(undefined, 'x'),
	from: fc.constantFrom(undefined, undefined, 0, 1, 2),
});

const poll = fc.record({
	during,
	/** The call that fails, and cannot be made again. */
	failing: fc.option(fc.nat(8), { freq: 5, nil: null }),
	/** For how many calls it has time. */
	calls: fc.constantFrom(Infinity, Infinity, Infinity, 1, 2),
	/** It is part of publishing the workflow, as it was or with others. */
	publishes: weighted<{ parameters: Parameters | null } | null>(
		[9, null],
		[1, fc.record({ parameters: fc.option(parameters, { freq: 2 }) })],
	),
});

const freedoms: fc.Arbitrary<Freedoms> = fc.record({
	...COUNTS,
	stale: rarely(0, 0.1, 0.5),
	staleBy: fc.constantFrom(1, 3, 10),
	lacking: rarely(0, 0.1, 1),
	listsDeleted: fc.boolean(),
	tiesShuffled: fc.boolean(),
});

/** Histories with so many links that a reading often takes several pages, or ends with a full one. */
export const history = fc.record({
	seed: fc.integer(),
	freedoms,
	/** Of four to nineteen digits, also across a power of ten, and past the safe range. */
	firstId: fc.constantFrom(999_990n, 400_000n, 9_007_199_254_740_900n, 9_223_372_036_854_775_000n),
	/** Links, each with a click, that are there first. */
	old: fc.constantFrom(0, 1, 24, 98, 99, 100, 101, 199, 200, 250),
	parameters,
	/** What happens before the trigger begins, and while it does. */
	before: fc.array(worldStep, { maxLength: 6 }),
	beginning: during,
	steps: fc.array(mixed(worldStep, poll), { minLength: 5, maxLength: 30, size: 'max' }),
});

export type WorldStep = Drawn<typeof worldStep>;
export type Parameters = Drawn<typeof parameters>;
export type History = Drawn<typeof history>;
