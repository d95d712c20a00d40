import { isDeepStrictEqual } from 'node:util';
import fc, { weighted } from '../../fc.mts';
import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../engine/lib/engine.mts';
import { CONTINUE, harness } from '../../engine/lib/harness.mts';
import { keptOf } from '../../sending/lib/sending.mts';
import {
	type Dialect,
	type Freedoms,
	FREEDOM_VALUES,
	VAST_FORMS,
	type FaultKind,
	type FreedomName,
} from '../../service/index.mts';

/** What became of one item: its outputs, or the text it failed with. */
export type Ending = { outputs: INodeExecutionData['json'][] } | { failed: string };

export interface Conditions {
	dialect: Dialect;
	freedoms: Partial<Freedoms>;
	seed: number;
}

const failureOf = ({ json, error }: INodeExecutionData): string | undefined => {
	if (error) return error.message;
	return typeof json.error === 'string' && 'details' in json ? json.error : undefined;
};

function endings(items: number, main: INodeExecutionData[]): Ending[] {
	return Array.from({ length: items }, (_, item) => {
		// An output may belong to several items.
		const own = main.filter(({ pairedItem }) =>
			[pairedItem ?? []].flat().some((source) => Object(source).item === item),
		);
		const failed = own.map(failureOf).find((text) => text !== undefined);
		// Copies: what n8n gives out has another prototype.
		return failed === undefined ? { outputs: own.map(({ json }) => ({ ...json })) } : { failed };
	});
}

/** Compares what became of an item with what must; `undefined` must fail. @returns what is wrong */
export function compare(ending: Ending, expected: object[] | undefined, mayFail: boolean) {
	if ('failed' in ending) return !expected || mayFail ? [] : [`failed: ${ending.failed}`];
	const got = JSON.stringify(ending.outputs);
	if (!expected) return [`made of nothing: ${got}`];
	return isDeepStrictEqual(ending.outputs, expected)
		? []
		: [`${got} instead of ${JSON.stringify(expected)}`];
}

/** How often what fails is tried again. */
export interface Tries {
	/** Executions that may fail as a whole before the last one, each a retry by hand of the one before. */
	stopped: number;
	maxTries: number;
	/** Of the last execution, in which a fault concerns its item alone. */
	onError: 'continueRegularOutput' | 'continueErrorOutput';
	/** Nothing strikes the last execution. */
	isCalm: boolean;
}

const ONCE: Tries = { stopped: 0, maxTries: 1, isCalm: false, ...CONTINUE };

export type Lane = ReturnType<typeof lane>;

/** The engine and a service, for the tests of one file. */
export function lane() {
	const h = harness();
	return {
		get service() {
			return h.service;
		},
		calls: (method: string) => h.service.calls.filter((call) => call.method === method),
		/** Runs a node over its items. @returns what became of each in the end */
		async run(choice: string, parameters: INodeParameters, items: IDataObject[], tries = ONCE) {
			const { stopped, maxTries, onError, isCalm } = tries;
			const more = { items, ...(maxTries > 1 && { retryOnFail: { maxTries } }) };
			let context: NodeRun['context'];
			for (let n = 0; n < stopped; n++) {
				const result = await h.run(choice, parameters, { ...more, context });
				if (!result.error) return endings(items.length, result.main);
				context = keptOf(result);
			}
			if (isCalm) h.service.faults.clear();
			const result = await h.run(choice, parameters, { ...more, onError, context });
			if (result.error) throw result.error;
			return endings(items.length, [...result.main, ...result.errors]);
		},
	};
}

/** One freedom with a value other than the one that leaves it off. */
const freedom = (name: FreedomName): fc.Arbitrary<Partial<Freedoms>> =>
	fc.constantFrom(...FREEDOM_VALUES[name].slice(1)).map((value) => ({ [name]: value }));

/** What does nothing without another one. */
const NEEDS: Partial<Record<FreedomName, FreedomName>> = {
	queuedWrites: 'queuedShare',
	oddReadsAre: 'oddReads',
};

/** None, one or several of these freedoms at once. */
const freedomsOf = (names: readonly FreedomName[]): fc.Arbitrary<Partial<Freedoms>> =>
	weighted<FreedomName[]>(
		[1, []],
		[3, fc.subarray([...names], { minLength: 1, maxLength: 2 })],
		[3, fc.subarray([...names], { minLength: 2, maxLength: Math.min(5, names.length) })],
	)
		.map((chosen) => [...new Set(chosen.flatMap((name) => [name, NEEDS[name] ?? name]))])
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

const passing = fc.constantFrom<FaultKind>(
	...[{ code: 999 }, { code: 3 }, { code: 30 }, { status: 503 }],
	...[{ truncated: true as const }, { empty: true as const }],
	...[{ drop: 'before' as const }, { drop: 'after' as const }],
);

/** A fault that passes: it strikes one of the first calls of a run, and the same call is well the next time. */
export const passingFault = fc.option(
	fc.record({
		after: fc.nat(4),
		kind: weighted<FaultKind>([8, passing], [1, vast]),
	}),
	{ freq: 4, nil: undefined },
);
