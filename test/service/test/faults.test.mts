import { gate, until } from '../../until.mts';
import {
	VAST,
	type At,
	type FaultKind,
	type FaultRule,
	type RateLimit,
	type VastForm,
} from '../index.mts';
import { oneByOne, QUERY, SECOND, start, times, useService, NOON } from './harness.mts';

const api = useService();
const CREATE = 'data[fullLink]=example.com';
const create = (init?: RequestInit) => api.post('Link/Create', CREATE, QUERY, undefined, init);
const links = () => api.store.links.size;
const [NOTHING, HTML] = [/^$/, /^<!DOCTYPE/];
/** When a fault strikes, and how many links are there at once, and later. */
const TIMES: Array<[at: At, atOnce: number, later: number]> = [
	['before', 0, 0],
	['after', 1, 1],
	[{ late: 5 * SECOND }, 0, 1],
];
/** What the caller gets; a status of 0 where the connection is lost. */
const SPOILERS: Array<[kind: (at: At) => FaultKind, status: number, body: RegExp]> = [
	[(at) => ({ status: 503, at }), 503, HTML],
	[(at) => ({ status: 200, body: 'oops', at }), 200, /^oops$/],
	[(at) => ({ status: 302, location: '/elsewhere', at }), 404, /^No such link/],
	[(at) => ({ html: true, at }), 200, HTML],
	[(at) => ({ truncated: true, at }), 200, /^\{"code":0,[^}]*$/],
	[(at) => ({ empty: true, at }), 200, NOTHING],
	[(at) => ({ drop: at }), 0, NOTHING],
	[(at) => ({ code: 15, at }), 200, /^\{"code":15,"data":null,"message":""\}$/],
	[
		(at) => ({ code: 15, data: [1], message: 'no', at }),
		200,
		/^.{10},"data":\[1\],"message":"no"\}$/,
	],
];

const MB = 1024 * 1024;

/** How large an answer is once unpacked, and what it begins and ends with. */
async function bytesOf({ body }: Response) {
	let [count, first, last] = [0, '', ''];
	for await (const piece of body ?? []) {
		count += piece.length;
		first ||= Buffer.from(piece).toString('latin1', 0, 80);
		last = (last + Buffer.from(piece).toString('latin1')).slice(-50);
	}
	return { count, first, last };
}

it.each<[form: VastForm, bytes: number, begins: RegExp, ends: RegExp]>([
	['bomb', 400 * MB, /^\{"code":0,.*"data":"a+$/, /^a+"\}$/],
	['fields', 3 * MB, /"data":\{"field0":0,"field1":1,/, /"field199999":199999\}\}$/],
	['cut', 150_000, /"data":\{"id":1234567890123456789012,"a":"/, /^(\\")+$/],
	['deep', 400_000, /^\{"code":1,.*"data":(\{"a":\[)+/, /^\}?(\]\})+\}$/],
	['digits', 1_000_000, /"data":7+$/, /^7+\}$/],
	['message', 20 * MB, /^\{"code":1,"data":null,"message":"(word )+/, /(word )+"\}$/],
	['values', 15.8 * MB, /"data":\[(0,)+/, /(0,)+0\]\}$/],
])('F30: an answer of the form %s has %d bytes', async (vast, bytes, begins, ends) => {
	api.service.faults.add({ kind: { vast } });
	const { count, first, last } = await bytesOf(await create());
	expect(count).toBeGreaterThanOrEqual(bytes);
	expect([first, last]).toEqual([expect.stringMatching(begins), expect.stringMatching(ends)]);
});

it('F30: a slow answer comes byte by byte, until the caller leaves', async () => {
	api.service.faults.add({ kind: { vast: 'slow' } });
	const leave = new AbortController();
	const { body } = await create({ signal: leave.signal });
	const { value } = (await body?.getReader().read()) ?? {};
	expect(Buffer.from(value ?? []).toString()).toMatch(/^\{"code":0,"message":"","data": *$/);
	expect(VAST.open).toBe(1);
	leave.abort();
	await until(() => VAST.open === 0);
});

describe.each(TIMES)('a fault that strikes %j', (at, atOnce, later) => {
	it.each(SPOILERS)('%s gives HTTP %d and %s', async (kindAt, status, body) => {
		const kind = kindAt(at);
		api.service.faults.add({ kind });
		const response = await create().catch(() => undefined);
		expect(response?.status ?? 0).toBe(status);
		expect((await response?.text()) ?? '').toMatch(body);
		const [call] = api.service.calls;
		const isThere = (count: number) => {
			expect(links()).toBe(count);
			expect(call?.accepted).toEqual(count > 0 ? ['400001'] : undefined);
		};
		expect(call).toMatchObject({ fault: expect.any(String) });
		expect(call?.code).toBe('code' in kind ? 15 : undefined);
		isThere(atOnce);
		api.service.advance(5 * SECOND - 1);
		await api.call('Link/List');
		isThere(atOnce);
		api.service.advance(1);
		await api.call('Link/List');
		isThere(later);
	});

	it('an answer of any form and size (F30)', async () => {
		api.service.faults.add({ kind: { vast: 'values', at } });
		expect((await bytesOf(await create())).count).toBeGreaterThan(15 * MB);
		expect(links()).toBe(atOnce);
		expect(api.service.calls[0]).toMatchObject({ fault: expect.stringContaining('values') });
	});

	it('no answer at all', async () => {
		api.service.faults.add({ kind: { hang: true, at } });
		const giveUp = new AbortController();
		let isOver = false;
		const call = create({ signal: giveUp.signal }).finally(() => (isOver = true));
		await until(() => api.service.calls[0]?.endedAt !== undefined);
		await api.call('Link/Get');
		expect([links(), isOver]).toEqual([atOnce, false]);
		giveUp.abort();
		await expect(call).rejects.toThrow('aborted');
	});
});

it.each(['before', 'after'] as const)('a delay %s lets other calls pass', async (at) => {
	const { held, open } = gate();
	api.service.faults.add({ kind: { delay: held, at } });
	const answer = create();
	await until(() => api.service.calls.length === 1 && (at === 'before' || links() === 1));
	await api.call('Link/List');
	expect(links()).toBe(at === 'after' ? 1 : 0);
	expect(api.service.calls[0]).not.toHaveProperty('endedAt');
	open();
	expect(await (await answer).json()).toMatchObject({ code: 0 });
	expect(links()).toBe(1);
});

const FAULT = { kind: { code: 3 } };

it.each<[what: string, rules: FaultRule[], codes: number[]]>([
	['once', [FAULT], [3, 0]],
	['after one call, twice', [{ after: 1, times: 2, ...FAULT }], [0, 3, 3, 0]],
	['for ever', [{ times: Infinity, ...FAULT }], [3, 3, 3, 3, 3]],
	['by the method', [{ method: 'Link/Create', ...FAULT }], [3, 0]],
	['only by the method', [{ method: 'Link/Get', ...FAULT }], [0, 0]],
	['by the call', [{ when: ({ rawBody }) => rawBody === CREATE, ...FAULT }], [3, 0]],
	['only by the call', [{ when: ({ rawBody }) => rawBody === '', ...FAULT }], [0, 0]],
	['and then the next one', [FAULT, { kind: { code: 10 } }], [3, 10, 0]],
])('a rule strikes %s', async (_what, rules, codes) => {
	for (const rule of rules) api.service.faults.add(rule);
	await times(codes.length, () => create());
	expect(api.service.calls.map(({ code }) => code)).toEqual(codes);
});

it.each<[RateLimit, gaps: number[], codes: number[]]>([
	[{ calls: 2, ms: 1000 }, [0, 0, 0, 999, 1, 0, 0], [0, 0, 30, 30, 0, 0, 30]],
	[{ calls: 2, ms: 60_000 }, [0, 30_000, 29_999, 1, 0], [0, 0, 30, 0, 30]],
])('F18: a limit of calls %j', async (limit, gaps, codes) => {
	api.service.faults.rateLimit = limit;
	const ask = () => api.code('Link/Create', { data: { fullLink: 'a.b' } });
	expect(await api.watch(gaps, ask)).toEqual(codes);
	expect(links()).toBe(codes.filter((code) => code === 0).length);
	const faults = api.service.calls.map(({ fault }) => fault);
	expect(faults).toEqual(codes.map((code) => (code === 30 ? 'rate limit' : undefined)));
});

it.each([
	[undefined, [0, 0, 30]],
	[['Link/List'], [0, 0, 30]],
	[['Message/List'], [0, 0, 0]],
])('F18: limits for methods %j, each counted for itself', async (methods, codes) => {
	api.service.faults.rateLimit = { calls: 1, ms: 1000, methods };
	const asked = ['Link/List', 'Message/List', 'Link/List'];
	expect(await oneByOne(asked, (method) => api.code(method))).toEqual(codes);
});

it('stopping does not wait for calls that hang or are delayed', async () => {
	const { service, post } = await start();
	service.faults.add({ method: 'Link/List', kind: { hang: true } });
	service.faults.add({ method: 'Link/Get', kind: { delay: 60_000 } });
	const outcomes = Promise.allSettled(['Link/List', 'Link/Get'].map((method) => post(method, '')));
	await until(() => service.calls.length === 2);
	await service.close();
	expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
});

const statuses = () => api.column('Message/List', 'status');

it('listLag shows new messages in the list only later', async () => {
	api.service.faults.listLag = 5 * SECOND;
	await api.send();
	const report = await api.data('Message/GetSMSStatus', { ids: '70000000002' });
	expect(report).toMatchObject([{ status: 'NEW' }]);
	expect(await api.watch([5 * SECOND - 1, 1], statuses)).toEqual([[], ['DELIVRD']]);
});

it('delay holds up every call, and a reset drops those that wait', async () => {
	api.service.faults.delay = 60_000;
	const outcomes = Promise.allSettled([api.send(), api.call('Link/List')]);
	await until(() => api.service.calls.length === 2);
	api.service.faults.delay = 0;
	await api.call('Link/List');
	expect(api.service.calls.map(({ code }) => code)).toEqual([undefined, undefined, 0]);
	api.service.reset();
	expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
	expect(api.store.messages.size).toBe(0);
	expect(await api.code('Link/List')).toBe(0);
});

it('a call that is carried out late is stamped with that time, not with that of a look', async () => {
	api.service.faults.add({ kind: { drop: { late: 5 * SECOND } } });
	await expect(api.send()).rejects.toThrow('fetch failed');
	api.service.advance(60 * SECOND);
	const at = NOON + 5 * SECOND;
	const times = { createdAt: at, startSendTs: at, statusUpdateTs: at + SECOND };
	expect(api.store.message('70000000002')).toMatchObject({ status: 'DELIVRD', ...times });
});

it('a call that is carried out late is forgotten with a reset', async () => {
	api.service.faults.add({ kind: { code: 100, at: { late: 5 * SECOND } } });
	await api.send();
	api.service.reset();
	expect(await api.watch([60 * SECOND], statuses)).toEqual([[]]);
});
