import fc from 'fast-check';

import { drawnItem, faultsOf, foreign, freedoms, LOST, mostly } from './draw.mts';
import { clockSteps, retries, store, weighted, zones } from './draw.mts';
import type { FaultName } from './faults.mts';
import type { Foreign, Scenario, ScenarioItem } from './scenario.mts';

type Shape = Pick<Scenario, 'path'> & { runs: number };
const shape = (path: Scenario['path'], min: number, max = min) =>
	fc.record<Shape>({ path: fc.constant(path), runs: fc.integer({ min, max }) });
const shapes = weighted<Shape>(
	[7, shape('once', 1)],
	[3, shape('loop', 2, 4)],
	[3, shape('tool', 1, 5)],
);

const sizes = weighted<number>(
	[40, fc.integer({ min: 1, max: 5 })],
	[6, fc.integer({ min: 6, max: 20 })],
	[4, fc.integer({ min: 21, max: 60 })],
);

const rest = fc.record({
	seed: fc.nat(),
	toolsAtOnce: fc.boolean(),
	onError: fc.constantFrom<Scenario['onError'][]>(
		'stopWorkflow',
		'stopWorkflow',
		'continueRegularOutput',
		'continueErrorOutput',
	),
	maxTries: fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 5),
	maxConcurrent: fc.constantFrom(0, 0, 1, 1, 2, 5, 10),
	executions: mostly(1, 50, fc.integer({ min: 2, max: 3 })),
	apart: fc.oneof(
		// What began in the same ms n8n cannot tell apart when it is retried.
		fc.constant(1),
		fc.integer({ min: 1, max: 3_000 }),
		fc.integer({ min: 1, max: 90_000 }),
	),
	workers: fc.integer({ min: 1, max: 2 }),
	kills: mostly<number[]>(
		[],
		25,
		fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
	),
	savesProgress: fc.boolean(),
	handRetries: retries,
	retriedAtOnce: mostly(false, 20, fc.constant(true)),
	cancelAfter: mostly<number | null>(null, 80, fc.integer({ min: 5, max: 3_000 })),
	store,
	clockOffset: mostly(0, 20, fc.integer({ min: -300_000, max: 300_000 })),
	zones,
	listLag: fc.constantFrom(0, 0, 0, 0, 300, 2_500, 8_000, 60_000),
	listFailures: mostly(0, 100, fc.constant(30), fc.constant(100)),
	listHangs: fc.nat({ max: 4 }).map((n) => n === 0),
	freedoms,
	foreign: mostly<Foreign[]>([], 20, fc.array(foreign, { minLength: 1, maxLength: 3 })),
	rate: mostly<Scenario['rate']>(
		null,
		80,
		fc.integer({ min: 5, max: 60 }).map((calls) => ({ calls, windowMs: 1_000 })),
		fc.integer({ min: 10, max: 40 }).map((calls) => ({ calls, windowMs: 60_000 })),
	),
	dialect: fc.constantFrom('observed' as const, 'documented' as const),
	swallows: mostly(false, 250, fc.constant(true)),
	twins: fc.constantFrom(0, 0, 10, 50),
	marked: fc.boolean(),
	keyed: fc.constantFrom(0, 0, 100),
	sameRounds: fc.boolean(),
	failFirst: mostly<FaultName | null>(
		null,
		30,
		fc.constantFrom<FaultName>(...LOST, 'invalid', 'noMoney'),
	),
	clockSteps,
});

/** Scenarios with trouble of all kinds. */
export const scenario: fc.Arbitrary<Scenario> = fc
	.tuple(shapes, sizes, rest)
	.chain(([form, count, given]) => {
		const { path, runs } = form;
		const { swallows, twins, marked, keyed, sameRounds, failFirst, zones: zone, ...others } = given;
		const perRun = path === 'tool' ? 1 : path === 'loop' ? Math.ceil(count / 2) : count;
		return fc
			.record({
				items: fc.array(drawnItem, { minLength: perRun * runs, maxLength: perRun * runs }),
				faults: fc.array(faultsOf, { minLength: perRun * runs, maxLength: perRun * runs }),
			})
			.map(({ items, faults }): Scenario => {
				const all = items.map((drawn, index): ScenarioItem => {
					const isTwin = index > 0 && drawn.twin < twins;
					return {
						person: isTwin ? drawn.twin % index : index,
						form: drawn.bad < 1 ? 'bad' : drawn.form,
						// All items or none: without a key where one is asked for, an item is refused.
						key: keyed === 0 ? null : drawn.key < 20 ? drawn.key % 4 : 100 + index,
						mark: marked || keyed > 0 ? 60 + index : null,
					};
				});
				const slice = (run: number) => all.slice(run * perRun, (run + 1) * perRun);
				const rounds = Array.from({ length: runs }, (_, run) => slice(sameRounds ? 0 : run));
				const persons = faults.map((some, person) => ({
					person,
					faults: swallows ? Array<FaultName>(5).fill('hangBefore') : some,
				}));
				if (failFirst !== null)
					persons[0] = { person: 0, faults: [failFirst, ...persons[0].faults] };
				const free = { ...given.freedoms, accountTimezone: zone.accountTimezone };
				// At the same moment in two processes nothing can tell them of each other.
				const workers = given.retriedAtOnce ? 1 : given.workers;
				return {
					...others,
					workers,
					path,
					rounds,
					faults: persons,
					zone: zone.zone,
					freedoms: free,
				};
			});
	});
