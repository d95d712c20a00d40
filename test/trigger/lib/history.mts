import fc, { type Drawn } from '../../fc.mts';
import type { TriggerOn } from '../../../nodes/MessageTrigger/settings';
import type { Freedoms } from './world.mts';
import { COUNTS, mixed, rarely } from './model.mts';

const slot = fc.nat(14);

const worldStep = fc.oneof(
	fc.record({
		kind: fc.constant('pass' as const),
		ms: fc.oneof(fc.integer({ min: 200, max: 4_000 }), fc.constant(60_000)),
	}),
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('change' as const),
			slot,
			count: fc.integer({ min: 1, max: 5 }),
			late: fc.oneof(fc.constant(0), fc.nat(74_000)),
			isAhead: fc.nat(9).map((draw) => draw === 0),
		}),
	},
	fc.record({ kind: fc.constant('stampAgain' as const), slot }),
	fc.record({ kind: fc.constant('leave' as const), count: fc.constantFrom(1, 5) }),
);

/** n8n's clock is set. */
const clockStep = fc.record({
	kind: fc.constant('clock' as const),
	// A weekend of sleep; set back, it has caught up when the history is over.
	by: fc.constantFrom(345_600_000, ...[500, 5_000, 90_000, 3_600_000].flatMap((ms) => [ms, -ms])),
});

const poll = fc.record({
	/** What happens before the answer of each of its calls. */
	during: fc.array(fc.array(worldStep, { maxLength: 2 }), { maxLength: 4 }),
	/** The call that fails, and cannot be made again. */
	failing: fc.option(fc.nat(4), { freq: 4, nil: null }),
	/** It is part of publishing the workflow with another Trigger On. */
	edit: rarely<TriggerOn | null>(null, null, 'any', 'final', 'delivered'),
});

const freedoms: fc.Arbitrary<Freedoms> = fc.record({
	exclusive: rarely<Freedoms['exclusive']>('', 'from', 'to', 'from, to'),
	...COUNTS,
	stale: rarely(0, 0.3, 1),
	staleBy: fc.constantFrom(2_000, 30_000, 60_000),
	sharing: fc.constantFrom(1, 2),
	queued: rarely(0, 0.1, 0.5),
	plus: fc.constantFrom('', '+'),
});

/** Histories with pages so small that most polls need several. */
export const history = fc
	.record({
		seed: fc.integer(),
		pageSize: fc.integer({ min: 2, max: 6 }),
		triggerOn: fc.constantFrom<TriggerOn[]>('any', 'final', 'delivered', 'failed'),
		/** Calls that there is time for in a poll. */
		calls: fc.constantFrom<number[]>(4, 8, 16, 60, 1000),
		/** IANA name of the zone that the credential says; the service writes UTC. */
		zone: rarely('UTC', 'Asia/Almaty', 'America/Sao_Paulo'),
		/** By how many ms the clock that stamps rows is ahead of the service's own. */
		offset: rarely(0, -300_000, -7_000, 40_000, 300_000),
		/** How far rows are dated ahead, in ms; not by less than the clock may be slow: nobody could tell it. */
		ahead: rarely(0, 120_000, 600_000, 31_536_000_000),
		freedoms,
		/** What is there before the trigger begins. */
		before: fc.array(worldStep, { maxLength: 8 }),
		steps: fc.array(mixed(fc.oneof({ weight: 9, arbitrary: worldStep }, clockStep), poll), {
			minLength: 5,
			maxLength: 25,
			size: 'max',
		}),
	})
	.map((given) => {
		const { zone, offset, freedoms: free } = given;
		// Nobody can tell a row that is dated ahead, once its time has come, where the clock or the zone is wrong.
		const knownAhead = zone !== 'UTC' || offset < 0 ? 86_400_000 : 0;
		return {
			...given,
			ahead: given.ahead < knownAhead ? 0 : given.ahead,
			// Where all rows are dated ahead, each poll reads them again, and has to have time for all.
			calls: given.ahead > 0 ? 1000 : given.calls,
			// Of a second that takes several pages, a copy that lags may hide some.
			pageSize: free.stale > 0 ? 100 : given.pageSize,
		};
	});

export type WorldStep = Drawn<typeof worldStep> | Drawn<typeof clockStep>;
export type Poll = Drawn<typeof poll>;
export type History = Drawn<typeof history>;
