import type { IDataObject, INodeParameters } from 'n8n-workflow';

import {
	DEFAULT_KEY,
	startService,
	type FaultKind,
	type LocalService,
	type ServiceOptions,
} from '../../service/index.mts';
import { engine, type Engine, type NodeRun } from './engine.mts';

/** 2026-03-10 12:00:00 in the account's zone, Asia/Almaty (UTC+5). */
export const NOON = Date.UTC(2026, 2, 10, 7);

/** A parameter whose value is the item's field of that name, whatever its type. */
export const fromItem = (field: string): string => `={{ $json.${field} }}`;

export const locator = (mode: 'id' | 'list' | 'code' | 'url', value: string | number) => {
	return { __rl: true, mode, value };
};

export const byId = { link: locator('id', fromItem('id')) };

export const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Items with the IDs of the first links of an account. */
export const ids = (count: number) => range(count).map((n) => ({ id: 400001 + n }));

type More = Partial<Omit<NodeRun, 'type' | 'parameters'>>;

/** Errors come out in their items' places. */
export const CONTINUE = { onError: 'continueRegularOutput' } as const;

/** Both forms of the service's answers. */
export const DIALECTS = ['observed', 'documented'] as const;

/** Keys that the service accepts, each of another account. */
export const KEYS = range(200).map((n) => String(n).padStart(40, DEFAULT_KEY));

/**
 * The engine and a local service for the tests of one file; the service forgets everything before each
 * test, and its clock stands at NOON.
 */
export function harness(options: ServiceOptions = {}) {
	let n8n: Engine;
	let service: LocalService;

	beforeAll(async () => {
		const started = startService({ now: () => NOON, keys: KEYS, ...options });
		[n8n, service] = await Promise.all([engine(), started]);
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
		apiKey: KEYS[account % KEYS.length],
		timezone: service.timezone,
		...change,
	});

	/** What a run of a node needs: `link`, `message` or one as a tool, and `resource.operation`. */
	const node = (type: string, choice: string, parameters: INodeParameters, more: More): NodeRun => {
		const [resource, operation] = choice.split('.');
		return {
			type,
			parameters: { resource, operation, ...parameters },
			credential: credential(),
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
		run: async (choice: string, parameters: INodeParameters, more: More = {}) => {
			const isOfMessage = /^(message|deliveryReport)\./.test(choice);
			return await n8n.run(node(isOfMessage ? 'message' : 'link', choice, parameters, more));
		},
		/** Adds links 400001, 400002 ... with the codes c0, c1 ..., each clicked so often now. */
		addLinks: (count: number, clicks = (_: number) => 0) => {
			for (const n of range(count)) {
				const { code } = service.store.addLink({ code: `c${n}` });
				for (let click = 0; click < clicks(n); click++) service.store.click(code);
			}
		},
		/** What meets the calls from now on whose body holds the mark. */
		strike: (mark: string, kind: FaultKind, times = Infinity) =>
			service.faults.add({ when: ({ rawBody }) => rawBody.includes(mark), times, kind }),
		/** The decoded parameters of all calls of a method, in order of arrival. */
		wire: (method: string) =>
			service.calls.filter((call) => call.method === method).map(({ params }) => params),
		/** How many IDs each call had, in order of arrival. */
		sizes: () =>
			service.calls.map(({ rawBody }) => new URLSearchParams(rawBody).getAll('ids[]').length),
		/** The methods called, in order of arrival. */
		methods: () => service.calls.map(({ method }) => method),
	};
}

export type Harness = ReturnType<typeof harness>;

/**
 * Counts, as each call arrives from now on, how many are under way, whatever clock the service has. To be called
 * before faults are added, which would be looked at first.
 *
 * @returns the most so far
 */
export function countAtOnce({ calls, faults }: LocalService): () => number {
	let most = 0;
	const when = () => {
		most = Math.max(most, calls.filter(({ endedAt }) => endedAt === undefined).length);
		return false;
	};
	faults.add({ when, kind: { delay: 0 } });
	return () => most;
}
