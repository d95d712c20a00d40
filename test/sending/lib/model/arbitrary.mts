import fc from 'fast-check';

import type { Freedoms } from '../../../service/index.mts';
import { FAULTS, type FaultName } from './faults.mts';
import type { Foreign, Scenario, ScenarioItem, StoreTrouble } from './scenario.mts';

const NAMES = Object.keys(FAULTS) as FaultName[];
const LOST: FaultName[] = [
	'dropBefore',
	'dropAfter',
	'dropThenSent',
	'hangAfter',
	'truncatedButSent',
];

/** `calm` in most cases, so that not every trouble comes at once. */
const mostly = <T,>(calm: T, weight: number, ...others: Array<fc.Arbitrary<T>>): fc.Arbitrary<T> =>
	fc.oneof(
		{ weight, arbitrary: fc.constant(calm) },
		...others.map((arbitrary) => ({ weight: 10, arbitrary })),
	);

const fault = fc.oneof(
	{ weight: 10, arbitrary: fc.constant<FaultName>('none') },
	{ weight: 8, arbitrary: fc.constantFrom(...NAMES) },
	{ weight: 4, arbitrary: fc.constantFrom(...LOST) },
);

const faultsOf = fc.oneof(
	{ weight: 25, arbitrary: fc.constant<FaultName[]>([]) },
	{ weight: 25, arbitrary: fc.array(fault, { minLength: 1, maxLength: 3 }) },
	// The connection fails until the node gives up.
	{ weight: 1, arbitrary: fc.constant(Array<FaultName>(60).fill('connectRefused')) },
	{ weight: 1, arbitrary: fc.constant(Array<FaultName>(60).fill('tlsUntrusted')) },
);

/** Drawn one by one; `assemble` gives persons, keys and marks that go together. */
const drawnItem = fc.record({
	twin: fc.integer({ min: 0, max: 99 }),
	form: mostly<ScenarioItem['form']>(
		'plain',
		20,
		fc.constantFrom('plus', 'spaced'),
		fc.constant('plus'),
	),
	bad: fc.integer({ min: 0, max: 99 }),
	key: fc.nat({ max: 99 }),
});

const foreign = fc.record<Foreign>({
	person: fc.nat({ max: 3 }),
	when: fc.oneof(
		// As old as zones differ, and a little older or younger.
		fc
			.tuple(fc.constantFrom(1, 3, 5, 8, 9, 10), fc.integer({ min: -5_000, max: 30_000 }))
			.map(([hours, more]) => ({ before: hours * 3_600_000 + more })),
		fc.integer({ min: 0, max: 437 }).map((before) => ({ before })),
		fc.integer({ min: 438, max: 90_000 }).map((before) => ({ before })),
		fc.record({ during: fc.nat({ max: 1 }), ahead: fc.boolean() }),
		fc
			.oneof(fc.integer({ min: 0, max: 3_000 }), fc.integer({ min: 0, max: 90_000 }))
			.map((after) => ({ after })),
	),
});

const store = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<StoreTrouble>({ stall: 2, failures: 0, rivals: 0 }) },
	{ weight: 2, arbitrary: fc.constant<StoreTrouble>({ stall: 200, failures: 0, rivals: 0 }) },
	{ weight: 1, arbitrary: fc.constant<StoreTrouble>({ stall: 50, failures: 30, rivals: 0 }) },
	{ weight: 1, arbitrary: fc.constant<StoreTrouble>({ stall: 100, failures: 0, rivals: 40 }) },
);

const zones = mostly(
	{ accountTimezone: 'Asia/Almaty', zone: 'Asia/Almaty' },
	30,
	fc.constantFrom(
		{ accountTimezone: 'Asia/Almaty', zone: 'America/New_York' },
		{ accountTimezone: 'America/Sao_Paulo', zone: 'Asia/Almaty' },
		{ accountTimezone: 'Europe/Kyiv', zone: 'Europe/Berlin' },
		{ accountTimezone: 'Europe/Berlin', zone: 'Europe/Kyiv' },
	),
);

/** What matters to somebody who looks for a message. */
const freedoms: fc.Arbitrary<Partial<Freedoms>> = fc
	.tuple(
		mostly<Partial<Freedoms>>(
			{},
			10,
			fc.constantFrom(5_000, 60_000).map((listLagUpTo) => ({ listLagUpTo })),
		),
		mostly<Partial<Freedoms>>(
			{},
			30,
			fc.integer({ min: -300_000, max: 300_000 }).map((offset) => ({ accountClockOffset: offset })),
			fc.constantFrom<Partial<Freedoms>>(
				{ accountClockOffset: -4_000 },
				{ accountClockOffset: 4_000 },
			),
		),
		mostly<Partial<Freedoms>>(
			{},
			60,
			fc
				.constantFrom<Freedoms['textStored'][]>(
					'trimmed',
					'crlf',
					'transliterated',
					'linksShortened',
					'cut',
				)
				.map((textStored) => ({ textStored })),
			fc.constantFrom<Partial<Freedoms>>(
				{ numbersWithPlus: true },
				{ idForm: 'spaced' },
				{ idForm: 'number' },
				{ unsortedOrder: 'any' },
				{ unsortedOrder: 'oldestFirst' },
				{ severalSorts: 'first' },
				{ severalSorts: 'last' },
				{ tiesShuffled: true },
				{ blankTimes: 'space' },
				{ blankTimes: 'zero' },
				{ oddReads: 0.3 },
				{ listForm: 'bare' },
				{ totalForm: 'absent' },
			),
		),
	)
	.map((some) => Object.assign({}, ...some) as Partial<Freedoms>);

const retries: fc.Arbitrary<number[]> = fc.oneof(
	{ weight: 5, arbitrary: fc.constant<number[]>([]) },
	{ weight: 4, arbitrary: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }) },
	{ weight: 1, arbitrary: fc.constant<number[]>([0, 0]) },
);

const shape = fc.oneof(
	{ weight: 7, arbitrary: fc.record({ path: fc.constant('once' as const), runs: fc.constant(1) }) },
	{
		weight: 3,
		arbitrary: fc.record({
			path: fc.constant('loop' as const),
			runs: fc.integer({ min: 2, max: 4 }),
		}),
	},
	{
		weight: 3,
		arbitrary: fc.record({
			path: fc.constant('tool' as const),
			runs: fc.integer({ min: 1, max: 5 }),
		}),
	},
);

const size = fc.oneof(
	{ weight: 40, arbitrary: fc.integer({ min: 1, max: 5 }) },
	{ weight: 6, arbitrary: fc.integer({ min: 6, max: 20 }) },
	{ weight: 1, arbitrary: fc.integer({ min: 21, max: 60 }) },
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
	workers: fc.integer({ min: 1, max: 2 }),
	kills: mostly<number[]>(
		[],
		25,
		fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
	),
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
});

/** Scenarios with trouble of all kinds. */
export const scenario: fc.Arbitrary<Scenario> = fc
	.tuple(shape, size, rest)
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
				return { ...others, path, rounds, faults: persons, zone: zone.zone, freedoms: free };
			});
	});
