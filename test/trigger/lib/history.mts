import fc from 'fast-check';
import type { TriggerOn } from '../../../nodes/MessageTrigger/fields';
import type { Freedoms } from './world.mts';
import { COUNTS, mixed, rarely, type N8nStep } from './model.mts';

export type WorldStep =
	| { kind: 'pass'; ms: number }
	| { kind: 'change'; slot: number; count: number; late: number; isAhead: boolean }
	| { kind: 'stampAgain'; slot: number };

export interface Poll {
	/** What happens before the answer of each of its calls. */
	during: WorldStep[][];
	/** The call that fails, and cannot be made again. */
	failing: number | null;
	/** It is part of publishing the workflow with another Trigger On. */
	edit: TriggerOn | null;
}

export interface History {
	seed: number;
	pageSize: number;
	triggerOn: TriggerOn;
	/** Calls that there is time for in a poll. */
	calls: number;
	/** IANA name of the zone that the credential says; the service writes UTC. */
	zone: string;
	/** By how many ms the clock that stamps rows is ahead of the service's own. */
	offset: number;
	/** How far rows are dated ahead, in ms. */
	ahead: number;
	freedoms: Freedoms;
	/** What is there before the trigger begins. */
	before: WorldStep[];
	steps: Array<WorldStep | N8nStep<Poll>>;
}

const worldStep: fc.Arbitrary<WorldStep> = fc.oneof(
	fc.record({
		kind: fc.constant('pass' as const),
		ms: fc.oneof(fc.integer({ min: 200, max: 4_000 }), fc.constant(60_000)),
	}),
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('change' as const),
			slot: fc.integer({ min: 0, max: 14 }),
			count: fc.integer({ min: 1, max: 5 }),
			late: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 74_000 })),
			isAhead: fc.integer({ min: 0, max: 9 }).map((draw) => draw === 0),
		}),
	},
	fc.record({ kind: fc.constant('stampAgain' as const), slot: fc.integer({ min: 0, max: 14 }) }),
);

const triggerOn = fc.constantFrom<TriggerOn[]>('any', 'final', 'delivered', 'failed');

const poll: fc.Arbitrary<Poll> = fc.record({
	during: fc.array(fc.array(worldStep, { maxLength: 2 }), { maxLength: 4 }),
	failing: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 4, nil: null }),
	edit: rarely<TriggerOn | null>(null, null, 'any', 'final', 'delivered'),
});

const freedoms: fc.Arbitrary<Freedoms> = fc.record({
	bounds: rarely<Freedoms['bounds']>('inclusive', 'exclusiveFrom', 'exclusiveTo', 'exclusive'),
	...COUNTS,
	stale: rarely(0, 0.3, 1),
	staleBy: fc.constantFrom(2_000, 30_000, 60_000),
	sharing: fc.constantFrom(1, 2),
});

/** Nobody can tell a row that is dated ahead, once its time has come, where the clock or the zone is wrong. In ms. */
const knownAhead = ({ zone, offset }: History): number =>
	zone !== 'UTC' || offset < 0 ? 86_400_000 : 0;

/** Histories with pages so small that most polls need several. */
export const history: fc.Arbitrary<History> = fc
	.record({
		seed: fc.integer(),
		pageSize: fc.integer({ min: 2, max: 6 }),
		triggerOn,
		calls: fc.constantFrom(4, 8, 16, 60, 1000),
		zone: rarely('UTC', 'Asia/Almaty', 'America/Sao_Paulo'),
		offset: rarely(0, -300_000, -7_000, 40_000, 300_000),
		// Not by less than the clock may be slow: nobody could tell it.
		ahead: rarely(0, 120_000, 600_000, 31_536_000_000),
		freedoms,
		before: fc.array(worldStep, { maxLength: 8 }),
		steps: fc.array(mixed(worldStep, poll), { minLength: 5, maxLength: 25, size: 'max' }),
	})
	.map((given) => ({
		...given,
		ahead: given.ahead < knownAhead(given) ? 0 : given.ahead,
		// Where all rows are dated ahead, each poll reads them again, and has to have time for all.
		calls: given.ahead > 0 ? 1000 : given.calls,
		// Of a second that takes several pages, a copy that lags may hide some.
		pageSize: given.freedoms.stale > 0 ? 100 : given.pageSize,
	}));
