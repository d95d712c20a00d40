import fc from 'fast-check';

/** One thing that happens to links. */
export type WorldStep =
	| { kind: 'create'; clicks: number }
	| { kind: 'click'; who: number; clicks: number }
	| { kind: 'block' | 'unblock' | 'deactivate' | 'activate' | 'delete'; who: number }
	| { kind: 'copy' };

export interface Poll {
	kind: 'poll';
	during: WorldStep[][];
	failing: number | null;
	hidden: number | null;
	lagging: number | null;
}

export type Step = WorldStep | Poll | { kind: 'restart' };

export interface History {
	pageSize: number;
	isFiltered: boolean;
	/** What is there before the trigger begins, and what happens while it does. */
	before: WorldStep[];
	beginning: WorldStep[][];
	steps: Step[];
}

const who = fc.nat(40);
const few = fc.integer({ min: 1, max: 6 });

const worldStep: fc.Arbitrary<WorldStep> = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('create' as const), clicks: fc.nat(3) }) },
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant('click' as const), who, clicks: few }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constantFrom(
				'block' as const,
				'unblock' as const,
				'deactivate' as const,
				'activate' as const,
				'delete' as const,
			),
			who,
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ kind: 'copy' as const }) },
);

const during = fc.array(fc.array(worldStep, { maxLength: 3 }), { maxLength: 4 });
const sometimes = fc.option(fc.nat(3), { freq: 2, nil: null });

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: worldStep },
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('poll' as const),
			during,
			failing: sometimes,
			hidden: sometimes,
			lagging: sometimes,
		}),
	},
	{ weight: 1, arbitrary: fc.constant({ kind: 'restart' as const }) },
);

/** Histories with pages so small that most polls need several. */
export const history: fc.Arbitrary<History> = fc.record({
	pageSize: fc.integer({ min: 2, max: 5 }),
	isFiltered: fc.boolean(),
	before: fc.array(worldStep, { maxLength: 12 }),
	beginning: during,
	steps: fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
});
