import { until } from '../../until.mts';
import { VAST, type RateLimit, type VastForm } from '../index.mts';
import { NOON, QUERY, SECOND, start, useService } from './harness.mts';

const api = useService();
const CREATE = 'data[fullLink]=example.com';
const create = (init?: RequestInit) => api.post('Link/Create', CREATE, QUERY, undefined, init);
const links = () => api.store.links.size;
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

it.each<[RateLimit, gaps: number[], codes: number[]]>([
	[{ calls: 2, ms: 1000 }, [0, 0, 0, 999, 1, 0, 0], [0, 0, 30, 30, 0, 0, 30]],
	[{ calls: 2, ms: 60_000 }, [0, 30_000, 29_999, 1, 0], [0, 0, 30, 0, 30]],
	[{ calls: 1, ms: 60_000, methods: ['Link/List'] }, [0, 0], [0, 0]],
])('F18: a limit of calls %j', async (limit, gaps, codes) => {
	api.service.faults.rateLimit = limit;
	const ask = () => api.code('Link/Create', { data: { fullLink: 'a.b' } });
	expect(await api.watch(gaps, ask)).toEqual(codes);
	expect(links()).toBe(codes.filter((code) => code === 0).length);
	const faults = api.service.calls.map(({ fault }) => fault);
	expect(faults).toEqual(codes.map((code) => (code === 30 ? 'rate limit' : undefined)));
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
