import { DEFAULT_KEY, type FaultKind } from '../index.mts';
import { gate, until } from '../../until.mts';
import { post, useService } from './harness.mts';

const api = useService();
const create = () => post(api.service.url, 'Link/Create', 'data[fullLink]=example.com');
const links = () => api.service.store.links.size;

/** Each kind that spoils the answer, and what the caller then gets. */
const SPOILERS: Array<[string, FaultKind, { status: number; body: RegExp }]> = [
	['an HTTP status', { status: 503 }, { status: 503, body: /^<!DOCTYPE/ }],
	['a status with a body', { status: 200, body: 'oops' }, { status: 200, body: /^oops$/ }],
	['HTML', { html: true }, { status: 200, body: /^<!DOCTYPE/ }],
	['a truncated envelope', { truncated: true }, { status: 200, body: /^\{"code":0,[^}]*$/ }],
	['nothing', { empty: true }, { status: 200, body: /^$/ }],
];

describe('a fault that spoils the answer', () => {
	it.each(SPOILERS)('%s, before the call is carried out', async (_what, kind, expected) => {
		api.service.faults.add({ kind });
		const response = await create();
		expect(response.status).toBe(expected.status);
		expect(await response.text()).toMatch(expected.body);
		expect(links()).toBe(0);
		expect(api.service.calls).toMatchObject([{ fault: expect.any(String) }]);
		expect(api.service.calls[0]?.code).toBeUndefined();
	});

	it.each(SPOILERS)('%s, after it', async (_what, kind, expected) => {
		api.service.faults.add({ kind: { ...kind, at: 'after' } });
		const response = await create();
		expect(await response.text()).toMatch(expected.body);
		expect(links()).toBe(1);
		expect(api.service.calls).toMatchObject([{ accepted: ['400001'] }]);
		expect(api.service.calls[0]?.code).toBeUndefined();
	});

	it.each([
		['before', 0],
		['after', 1],
	] as const)('a lost connection %s', async (at, count) => {
		api.service.faults.add({ kind: { drop: at } });
		await expect(create()).rejects.toThrow('fetch failed');
		expect(links()).toBe(count);
	});

	it.each([
		['before', 0],
		['after', 1],
	] as const)('no answer at all %s', async (at, count) => {
		api.service.faults.add({ kind: { hang: true, at } });
		const url = `${api.service.url}/service/Link/Create?output=json&api=v1&apiKey=${DEFAULT_KEY}`;
		const body = new URLSearchParams({ 'data[fullLink]': 'example.com' });
		const call = fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(200) });
		await expect(call).rejects.toThrow('timeout');
		expect(links()).toBe(count);
	});
});

describe('a fault that does not', () => {
	it('answers a code without carrying the call out', async () => {
		api.service.faults.add({ kind: { code: 15, data: { a: 1 }, message: 'no' } });
		expect(await (await create()).json()).toEqual({ code: 15, data: { a: 1 }, message: 'no' });
		expect(links()).toBe(0);
		expect(api.service.calls).toMatchObject([{ code: 15 }]);
	});

	it.each(['before', 'after'] as const)('delays, %s', async (at) => {
		const { held, open } = gate();
		api.service.faults.add({ kind: { delay: held, at } });
		const answer = create();
		await until(() => api.service.calls.length === 1 && (at === 'before' || links() === 1));
		// Another call is answered meanwhile.
		await api.call('Link/List');
		expect(links()).toBe(at === 'after' ? 1 : 0);
		expect(api.service.calls[0]).not.toHaveProperty('endedAt');
		open();
		expect(await (await answer).json()).toMatchObject({ code: 0 });
		expect(links()).toBe(1);
	});
});
