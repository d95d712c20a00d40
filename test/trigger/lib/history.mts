import fc from 'fast-check';

/** One thing that happens to messages. */
export type WorldStep =
	| { kind: 'tick'; seconds: number }
	| { kind: 'change'; who: number; count: number; status: string; late: number };

export type Step =
	| WorldStep
	| {
			kind: 'poll';
			/** What happens before the answer of each call. */
			during: WorldStep[][];
			/** The call that fails. */
			failing: number | null;
			/** The call during which another poll starts. */
			overlapped: number | null;
	  }
	| { kind: 'restart' }
	| { kind: 'crash' };

export interface History {
	pageSize: number;
	overlap: number;
	onlyFinal: boolean;
	/** Pages that there is time for in a poll, where time is short. */
	pages: number;
	/** What is there before the trigger begins. */
	before: WorldStep[];
	/** What happens before the answer of each call while it begins. */
	beginning: WorldStep[][];
	steps: Step[];
}

const STATUSES = ['NEW', 'ENQUEUD', 'ACCEPTD', 'PDLIVRD', 'DELIVRD', 'UNDELIV', 'UNKNOWN'];

const worldStep: fc.Arbitrary<WorldStep> = fc.oneof(
	fc.record({ kind: fc.constant('tick' as const), seconds: fc.integer({ min: 1, max: 4 }) }),
	{
		weight: 3,
		arbitrary: fc.record({
			kind: fc.constant('change' as const),
			who: fc.integer({ min: 0, max: 14 }),
			count: fc.integer({ min: 1, max: 6 }),
			status: fc.constantFrom(...STATUSES),
			late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 })),
		}),
	},
);

const sometimes = fc.option(fc.integer({ min: 0, max: 4 }), { freq: 3, nil: null });

const during = fc.array(fc.array(worldStep, { maxLength: 3 }), { maxLength: 5 });

const poll = fc.record({
	kind: fc.constant('poll' as const),
	during,
	failing: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 4, nil: null }),
	overlapped: sometimes,
});

const end = fc.constantFrom({ kind: 'restart' as const }, { kind: 'crash' as const });

const step: fc.Arbitrary<Step> = fc.oneof(
	{ weight: 5, arbitrary: worldStep },
	{ weight: 4, arbitrary: poll },
	{ weight: 1, arbitrary: end },
);

/** Histories with pages so small that most polls need several. */
export const history: fc.Arbitrary<History> = fc.record({
	pageSize: fc.integer({ min: 2, max: 5 }),
	overlap: fc.integer({ min: 0, max: 4 }),
	onlyFinal: fc.boolean(),
	pages: fc.integer({ min: 0, max: 4 }),
	before: fc.array(worldStep, { maxLength: 8 }),
	beginning: during,
	steps: fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }),
});
