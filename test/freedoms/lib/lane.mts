import { isDeepStrictEqual } from 'node:util';

import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { engine, type Engine } from '../../engine/lib/engine.mts';
import { NOON } from '../../engine/lib/harness.mts';
import {
	DEFAULT_KEY,
	startService,
	type CallRecord,
	type Dialect,
	type Freedoms,
	type LocalService,
} from '../../service/index.mts';

/** The engine with a local service. */
export interface Lane {
	service: LocalService;
	/** Runs a node over its items, each on its own: a fault concerns its item alone. */
	run(given: NodeCall): Promise<Ending[]>;
	/** The calls of a method that were made. */
	calls(method: string): CallRecord[];
}

interface NodeCall {
	node: 'link' | 'message';
	choice: string;
	parameters: INodeParameters;
	items: INodeExecutionData['json'][];
}

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
export function compare(
	ending: Ending,
	expected: object[] | undefined,
	mayFail: boolean,
): string[] {
	if ('failed' in ending) return !expected || mayFail ? [] : [`failed: ${ending.failed}`];
	const got = JSON.stringify(ending.outputs);
	if (!expected) return [`made of nothing: ${got}`];
	return isDeepStrictEqual(ending.outputs, expected)
		? []
		: [`${got} instead of ${JSON.stringify(expected)}`];
}

function laneOf(n8n: Engine, service: LocalService): Lane {
	return {
		service,
		calls: (method) => service.calls.filter((call) => call.method === method),
		async run({ node, choice, parameters, items }) {
			const [resource, operation] = choice.split('.');
			const { main, error } = await n8n.run({
				type: node,
				parameters: { resource, operation, ...parameters },
				items,
				onError: 'continueRegularOutput',
				credential: {
					server: 'other',
					baseUrl: service.url,
					apiKey: DEFAULT_KEY,
					timezone: service.timezone,
				},
			});
			if (error) throw error;
			return endings(items.length, main);
		},
	};
}

/** The engine and a service, for the tests of one file, once they run. */
export function lane(): () => Lane {
	let current: Lane;
	beforeAll(async () => {
		current = laneOf(await engine(), await startService({ now: () => NOON }));
	}, 60_000);
	afterAll(async () => await current.service.close());
	return () => current;
}
