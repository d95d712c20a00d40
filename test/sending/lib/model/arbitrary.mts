import fc, { weighted, type Drawn } from '../../../fc.mts';
import { drawnItem, faultsOf, few, foreign, freedoms, LOST, mostly } from './draw.mts';
import { clockSteps, retries, store, zones } from './draw.mts';
import type { FaultName } from './faults.mts';
import type { ScenarioItem } from './scenario.mts';

interface Shape {
	/** A single run, several runs in one execution, or calls by an AI agent. */
	path: 'once' | 'loop' | 'tool';
	runs: number;
}
const shape = (path: Shape['path'], min: number, max = min) =>
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
	/** Of latencies and of all else that is drawn while it plays. */
	seed: fc.nat(),
	/** An agent calls its tools side by side. */
	toolsAtOnce: fc.boolean(),
	onError: fc.constantFrom(
		...(['stopWorkflow', 'stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const),
	),
	/** Retry On Fail: how often the node is run in all; 1 is off. */
	maxTries: fc.constantFrom(1, 1, 1, 2, 2, 3, 4, 5),
	/** 0: as fast as the service lets it. */
	maxConcurrent: fc.constantFrom(0, 0, 1, 1, 2, 5, 10),
	/** So many executions with the same items begin, one after the other ... */
	executions: mostly(1, 50, fc.integer({ min: 2, max: 3 })),
	/** ... so many ms apart ... */
	apart: fc.oneof(
		// What began in the same ms n8n cannot tell apart when it is retried.
		fc.constant(1),
		fc.integer({ min: 1, max: 3_000 }),
		fc.integer({ min: 1, max: 90_000 }),
	),
	/** ... in so many processes of n8n. */
	workers: fc.integer({ min: 1, max: 2 }),
	/** At which of its steps each process is killed, one after the other; then one lives on. Its executions crash. */
	kills: mostly<number[]>([], 25, few(fc.integer({ min: 1, max: 40 }))),
	/** Save Execution Progress: what crashed goes on behind the last run of a node that ended. */
	savesProgress: fc.boolean(),
	/** Retries by hand, each of one execution before it: 0 is the original. */
	handRetries: retries,
	/** They are started at the same moment. */
	retriedAtOnce: mostly(false, 20, fc.constant(true)),
	/** ms after which the user stops the first execution. */
	cancelAfter: mostly<number | null>(null, 80, fc.integer({ min: 5, max: 3_000 })),
	store,
	/** How far the service's clock is ahead of n8n's, in ms. */
	clockOffset: mostly(0, 20, fc.integer({ min: -300_000, max: 300_000 })),
	zones,
	/** Each accepted message shows in the list after so many ms. */
	listLag: fc.constantFrom(0, 0, 0, 0, 300, 2_500, 8_000, 60_000),
	/** Of a hundred calls of the list, so many fail; at 100 also those that only hang. */
	listFailures: mostly(0, 100, fc.constant(30), fc.constant(100)),
	listHangs: fc.nat({ max: 4 }).map((n) => n === 0),
	freedoms,
	foreign: mostly<Array<Drawn<typeof foreign>>>([], 20, few(foreign)),
	/** Calls for sending within a window of so many ms. */
	rate: mostly<{ calls: number; windowMs: number } | null>(
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
	failFirst: mostly<FaultName | null>(null, 30, fc.constantFrom(...LOST, 'invalid', 'noMoney')),
	clockSteps,
});

/** Scenarios with trouble of all kinds. */
export const scenario = fc.tuple(shapes, sizes, rest).chain(([form, count, given]) => {
	const { path, runs } = form;
	const { swallows, twins, marked, keyed, sameRounds, failFirst, zones: zone, ...others } = given;
	const perRun = path === 'tool' ? 1 : path === 'loop' ? Math.ceil(count / 2) : count;
	return fc
		.record({
			items: fc.array(drawnItem, { minLength: perRun * runs, maxLength: perRun * runs }),
			faults: fc.array(faultsOf, { minLength: perRun * runs, maxLength: perRun * runs }),
		})
		.map(({ items, faults }) => {
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
			if (failFirst !== null) persons[0] = { person: 0, faults: [failFirst, ...persons[0].faults] };
			const free = { ...given.freedoms, accountTimezone: zone.accountTimezone };
			// At the same moment in two processes nothing can tell them of each other.
			const workers = given.retriedAtOnce ? 1 : given.workers;
			return {
				...others,
				workers,
				path,
				/** The items of each run; each tool call has one. */
				rounds,
				/** What meets the first, second ... call for a person. */
				faults: persons,
				/** That the credential says. */
				zone: zone.zone,
				freedoms: free,
			};
		});
});
