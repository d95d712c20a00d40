import qs from 'qs';
import { z } from 'zod';
import { DEFAULT_KEY, startService, type LocalService, type ServiceOptions } from '../index.mts';

/** 2026-03-10 12:00:00 in the account's zone, Asia/Almaty (UTC+5). */
export const NOON = Date.UTC(2026, 2, 10, 7);
export const SECOND = 1000;
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const envelope = z.strictObject({ code: z.number(), data: z.unknown(), message: z.string() });
const page = z.object({
	items: z.array(z.record(z.unknown())),
	totalItemCount: z.union([z.string(), z.number()]),
});

export type Answer = z.output<typeof envelope>;

/** The raw HTTP call. */
export const post = (
	url: string,
	method: string,
	body: string,
	query: Record<string, string> = { output: 'json', api: 'v1', apiKey: DEFAULT_KEY },
	type = 'application/x-www-form-urlencoded',
): Promise<Response> =>
	fetch(`${url}/service/${method}?${qs.stringify(query)}`, {
		method: 'POST',
		body,
		headers: { 'Content-Type': type },
	});

/** A service with a clock that stands at NOON, and the ways to call it. */
export async function start(options: ServiceOptions = {}) {
	const service: LocalService = await startService({ now: () => NOON, ...options });
	const call = async (method: string, params: object = {}): Promise<Answer> => {
		const response = await post(service.url, method, qs.stringify(params));
		return envelope.parse(await response.json());
	};
	/** The rows and the total of a list. */
	const list = async (method: string, params: object = {}) =>
		page.parse((await call(method, params)).data);
	/** One field of all rows of a list, in order. */
	const column = async (method: string, field: string, params: object = {}) =>
		(await list(method, params)).items.map((row) => row[field]);
	return { service, call, list, column };
}

/** A service for the tests of one file, which forgets everything before each of them. */
export function useService(options: ServiceOptions = {}) {
	let api: Awaited<ReturnType<typeof start>>;
	beforeAll(async () => {
		api = await start(options);
	});
	afterAll(() => api.service.close());
	beforeEach(() => api.service.reset());
	return {
		get service() {
			return api.service;
		},
		get call() {
			return api.call;
		},
		get list() {
			return api.list;
		},
		get column() {
			return api.column;
		},
	};
}

/** The code and the names of the fields that an answer complains about. */
export const complaint = ({ code, data }: Answer): { code: number; fields: string[] } => ({
	code,
	fields: typeof data === 'object' && data !== null ? Object.keys(data) : [],
});

/** What `complaint` gives for code 1. */
export const invalid = (...fields: string[]) => ({ code: 1, fields });
