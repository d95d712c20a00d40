import qs from 'qs';
import { z } from 'zod';
import { DEFAULT_KEY, startService, type LocalService, type ServiceOptions } from '../index.mts';

/** 2026-03-10 12:00:00 in the account's zone, Asia/Almaty (UTC+5). */
export const NOON = Date.UTC(2026, 2, 10, 7);
export const SECOND = 1000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
export const QUERY = { output: 'json', api: 'v1', apiKey: DEFAULT_KEY };
export const SEND = 'Message/SendSmsMessage';

/** A call of each method, about link 400001 and the messages of campaign 70000000001. */
export const CALLS: Array<[method: string, params: object]> = [
	['Link/Create', { data: { fullLink: 'example.com', expirationDate: '2026-05-01' } }],
	['Link/Get', { id: 400001 }],
	['Link/GetLinks', { campaignId: 70000000001 }],
	['Link/GetStats', { ids: [400002, 400001, 7], type: 'daily' }],
	['Link/List', { sort: { clickCnt: 'DESC' } }],
	['Link/Update', { id: 400001, data: { comment: 'c' } }],
	['Message/GetSMSStatus', { ids: '70000000002,70000000004' }],
	['Message/List', { sort: { statusUpdateTs: 'ASC' } }],
	[SEND, { recipient: '77010000000', text: 'Да, www.example.com' }],
	['Link/Delete', { ids: [400001, 9] }],
];

const envelope = z.strictObject({ code: z.number(), data: z.unknown(), message: z.string() });
const page = z.object({
	items: z.array(z.record(z.unknown())),
	totalItemCount: z.union([z.string(), z.number()]),
});

/** The code of an answer; after code 1 the fields that it complains about. */
const verdictOf = ({ code, data }: z.output<typeof envelope>): string =>
	code === 1 ? `1 ${Object.keys(Object(data)).join()}` : String(code);

/** Calls a service as any program of the account does. */
export function clientOf(url: () => string) {
	const post = (
		method: string,
		body: string,
		query: Record<string, string> = QUERY,
		type = 'application/x-www-form-urlencoded',
		init: RequestInit = {},
	) => {
		const headers = { 'Content-Type': type };
		const target = `${url()}/service/${method}?${qs.stringify(query)}`;
		return fetch(target, { method: 'POST', body, headers, ...init });
	};
	const call = async (method: string, params: object = {}) =>
		envelope.parse(await (await post(method, qs.stringify(params))).json());
	const data = async (method: string, params?: object) => (await call(method, params)).data;
	/** The rows and the total of a list. */
	const list = async (method: string, params?: object) => page.parse(await data(method, params));
	return {
		post,
		call,
		data,
		list,
		code: async (method: string, params?: object) => (await call(method, params)).code,
		verdict: async (method: string, params?: object) => verdictOf(await call(method, params)),
		column: async (method: string, field: string, params?: object) =>
			(await list(method, params)).items.map((row) => row[field]),
		send: (given: object = {}) => call(SEND, { recipient: '77010000000', text: 'Hello', ...given }),
		/** Looks at a path as a browser does, but follows no redirect. */
		visit: (path: string) => fetch(`${url()}/${path}`, { redirect: 'manual' }),
	};
}

export async function start(options: ServiceOptions = {}) {
	const service: LocalService = await startService({ now: () => NOON, ...options });
	return { service, ...clientOf(() => service.url) };
}

/** A service for the tests of one file, which forgets everything before each of them. */
export function useService() {
	let service: LocalService;
	beforeAll(async () => {
		service = await startService({ now: () => NOON });
	});
	afterAll(() => service.close());
	beforeEach(() => service.reset());
	return {
		...clientOf(() => service.url),
		get service() {
			return service;
		},
		get store() {
			return service.store;
		},
		/** What `look` sees after each of these pauses (ms). */
		watch: <R,>(pauses: number[], look: () => Promise<R>): Promise<R[]> =>
			oneByOne(pauses, (ms) => {
				service.advance(ms);
				return look();
			}),
	};
}

/** What `ask` gives for each, one after the other. */
export async function oneByOne<T, R>(each: Iterable<T>, ask: (one: T) => Promise<R>): Promise<R[]> {
	const given: R[] = [];
	for (const one of each) given.push(await ask(one));
	return given;
}

export const times = <R,>(count: number, ask: (n: number) => Promise<R>): Promise<R[]> =>
	oneByOne(Array(count).keys(), ask);
