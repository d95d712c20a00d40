import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	DEFAULT_KEY,
	startService,
	type LocalService,
	type ServiceOptions,
} from '../../service/index.mts';
import { engine, type Engine, type NodeRun } from './engine.mts';

/** 2026-03-10 12:00:00 in the account's zone, Asia/Almaty (UTC+5). */
export const NOON = Date.UTC(2026, 2, 10, 7);

/** A parameter whose value is the item's field of that name, whatever its type. */
export const fromItem = (field: string): string => `={{ $json.${field} }}`;

/** A locator in one of the four modes. */
export const locator = (mode: 'id' | 'list' | 'code' | 'url', value: string | number) => ({
	__rl: true,
	mode,
	value,
});

type More = Partial<Omit<NodeRun, 'type' | 'parameters'>>;

/**
 * The engine and a local service for the tests of one file; the service forgets everything before each
 * test, and its clock stands at NOON.
 */
export function harness(options: ServiceOptions = {}) {
	let n8n: Engine;
	let service: LocalService;

	beforeAll(async () => {
		[n8n, service] = await Promise.all([engine(), startService({ now: () => NOON, ...options })]);
	}, 60_000);
	// To the nodes a service that begins its ids anew must be another account.
	let account = 0;
	beforeEach(() => {
		service.reset();
		account++;
	});
	afterAll(async () => await service.close());

	const credential = (change: IDataObject = {}) => ({
		server: 'other',
		baseUrl: service.url,
		apiKey: DEFAULT_KEY,
		timezone: service.timezone,
		...change,
	});

	/** What a run of a node needs: `link` or `message`, and `resource.operation`. */
	const node = (type: string, choice: string, parameters: INodeParameters, more: More): NodeRun => {
		const [resource, operation] = choice.split('.');
		return {
			type,
			parameters: { resource, operation, ...parameters },
			credential: credential(),
			credentialId: String(account),
			...more,
		};
	};

	return {
		get engine() {
			return n8n;
		},
		get service() {
			return service;
		},
		credential,
		node,
		link: async (choice: string, parameters: INodeParameters, more: More = {}) =>
			await n8n.run(node('link', choice, parameters, more)),
		message: async (choice: string, parameters: INodeParameters, more: More = {}) =>
			await n8n.run(node('message', choice, parameters, more)),
		/** The decoded parameters of all calls of a method, in order of arrival. */
		wire: (method: string) =>
			service.calls.filter((call) => call.method === method).map(({ params }) => params),
		/** The methods called, in order of arrival. */
		methods: () => service.calls.map(({ method }) => method),
	};
}
