import fc from 'fast-check';

const kind = <K extends string>(name: K) => fc.constant(name);
const who = fc.nat(40);

/** One thing that happens to links. */
const worldStep = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: kind('create'), clicks: fc.nat(3) }) },
	{
		weight: 6,
		arbitrary: fc.record({ kind: kind('click'), who, clicks: fc.integer({ min: 1, max: 6 }) }),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			kind: kind('change'),
			who,
			change: fc.constantFrom(
				...[{ isBlocked: true }, { isBlocked: false }],
				...[{ isActive: true }, { isActive: false }, { isDeleted: true }],
			),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ kind: kind('copy') }) },
);

const during = fc.array(fc.array(worldStep, { maxLength: 3 }), { maxLength: 4 });
const sometimes = fc.option(fc.nat(3), { freq: 2, nil: null });

/** What goes wrong with the answers of one poll, see `Trouble`, and what happens before each. */
const poll = fc.record({
	kind: kind('poll'),
	during,
	failing: sometimes,
	hidden: sometimes,
	lagging: sometimes,
});

const step = fc.oneof(
	{ weight: 5, arbitrary: worldStep },
	{ weight: 4, arbitrary: poll },
	{ weight: 1, arbitrary: fc.record({ kind: kind('restart') }) },
);

/** Histories with pages so small that most polls need several. */
export const history = fc.record({
	pageSize: fc.integer({ min: 2, max: 5 }),
	isFiltered: fc.boolean(),
	/** What is there before the trigger begins, and what happens while it does. */
	before: fc.array(worldStep, { maxLength: 12 }),
	beginning: during,
	steps: fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
});

type Drawn<A> = A extends fc.Arbitrary<infer D> ? D : never;
export type WorldStep = Drawn<typeof worldStep>;
export type Step = Drawn<typeof step>;
export type History = Drawn<typeof history>;
