import { gate, until } from '../../until.mts';
import { NOON, post, SECOND, start, useService } from './harness.mts';

const api = useService();
const create = () => post(api.service.url, 'Link/Create', 'data[fullLink]=example.com');
const links = () => api.service.store.links.size;

describe('a rule', () => {
	const codes = async (count: number) => {
		for (let n = 0; n < count; n++) await create();
		return api.service.calls.map(({ code }) => code);
	};

	it('strikes once, or as often as told, after as many calls as told', async () => {
		api.service.faults.add({ kind: { code: 3 } });
		expect(await codes(2)).toEqual([3, 0]);
		api.service.reset();
		api.service.faults.add({ after: 1, times: 2, kind: { code: 3 } });
		expect(await codes(4)).toEqual([0, 3, 3, 0]);
		api.service.reset();
		api.service.faults.add({ times: Infinity, kind: { code: 3 } });
		expect(await codes(5)).toEqual([3, 3, 3, 3, 3]);
	});

	it('looks at the method and at the call', async () => {
		api.service.faults.add({ method: 'link/get', kind: { code: 3 } });
		api.service.faults.add({
			when: ({ rawBody }) => rawBody.includes('example'),
			kind: { code: 10 },
		});
		expect(await codes(2)).toEqual([10, 0]);
		expect(await api.call('Link/Get', { id: 400001 })).toMatchObject({ code: 3 });
	});

	it('gives way to the next when it is spent', async () => {
		api.service.faults.add({ kind: { code: 3 } });
		api.service.faults.add({ kind: { code: 10 } });
		expect(await codes(3)).toEqual([3, 10, 0]);
	});
});

describe('the rate limit', () => {
	it('refuses calls of one method beyond it within a second, with code 30', async () => {
		api.service.faults.rateLimit = { perSecond: 2, methods: ['Link/Create'] };
		const codes = [];
		for (const ms of [0, 0, 0, 999, 1, 0, 0]) {
			api.service.advance(ms);
			codes.push((await api.call('Link/Create', { data: { fullLink: 'a.b' } })).code);
		}
		expect(codes).toEqual([0, 0, 30, 30, 0, 0, 30]);
		expect(links()).toBe(4);
		expect(await api.call('Link/List')).toMatchObject({ code: 0 });
		expect(api.service.calls[2]).toMatchObject({ code: 30, fault: 'rate limit' });
	});

	it('counts every method for itself when it holds for all', async () => {
		api.service.faults.rateLimit = { perSecond: 1 };
		expect(await api.call('Link/List')).toMatchObject({ code: 0 });
		expect(await api.call('Message/List')).toMatchObject({ code: 0 });
		expect(await api.call('Link/List')).toMatchObject({ code: 30 });
	});
});

describe('lateness', () => {
	const listed = () =>
		api.list('Message/List').then(({ items }) => items.map(({ status }) => status));

	it('shows new messages in the list only later', async () => {
		api.service.faults.listLag = 5 * SECOND;
		await api.call('Message/SendSmsMessage', { recipient: '77010000000', text: 'x' });
		expect(await api.call('Message/GetSMSStatus', { ids: '70000000002' })).toMatchObject({
			data: [{ status: 'NEW' }],
		});
		api.service.advance(5 * SECOND - 1);
		expect(await listed()).toEqual([]);
		api.service.advance(1);
		expect(await listed()).toEqual(['DELIVRD']);
	});

	it('shows a status later, with its true time', async () => {
		api.service.faults.statusLag = 60 * SECOND;
		await api.call('Message/SendSmsMessage', { recipient: '77010000000', text: 'x' });
		api.service.advance(60 * SECOND);
		expect(await listed()).toEqual(['NEW']);
		api.service.advance(2 * SECOND);
		expect(await listed()).toEqual(['DELIVRD']);
		expect(api.service.store.message('70000000002')?.statusUpdateTs).toBe(NOON + SECOND);
	});

	it('never lets a late status undo a newer one', async () => {
		const { store } = api.service;
		const { id } = store.addMessage({ status: 'NEW' });
		store.setStatus(id, 'ENQUEUD', NOON, { visibleAt: NOON + 10 * SECOND });
		store.setStatus(id, 'DELIVRD', NOON + SECOND);
		api.service.advance(10 * SECOND);
		expect(store.message(id)).toMatchObject({ status: 'DELIVRD', statusUpdateTs: NOON + SECOND });
	});

	it('holds up every call', async () => {
		api.service.faults.delay = 60_000;
		const outcomes = Promise.allSettled([create(), api.call('Link/List')]);
		await until(() => api.service.calls.length === 2);
		api.service.faults.delay = 0;
		await api.call('Link/List');
		expect(api.service.calls.map(({ code }) => code)).toEqual([undefined, undefined, 0]);
		api.service.reset();
		await outcomes;
	});
});

describe('a reset', () => {
	it('drops calls that still wait, so that they do not reach into the next test', async () => {
		api.service.faults.add({ kind: { delay: 60_000 } });
		const outcome = Promise.allSettled([create()]);
		await until(() => api.service.calls.length === 1);
		api.service.reset();
		expect(await outcome).toMatchObject([{ status: 'rejected' }]);
		expect(links()).toBe(0);
		expect((await create()).status).toBe(200);
	});
});

describe('stopping', () => {
	it('does not wait for calls that hang or are delayed', async () => {
		const { service } = await start();
		service.faults.add({ method: 'Link/List', kind: { hang: true } });
		service.faults.add({ method: 'Link/Get', kind: { delay: 60_000 } });
		const calls = ['Link/List', 'Link/Get'].map((method) => post(service.url, method, ''));
		const outcomes = Promise.allSettled(calls);
		await until(() => service.calls.length === 2);
		await service.close();
		expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
	});
});

it('workers: so many calls have their delay at a time, in the order in which they came', async () => {
	const { faults } = api.service;
	faults.workers = 2;
	const gates = [0, 1, 2, 3].map(() => gate());
	const begun: number[] = [];
	const works = gates.map(({ held }, n) =>
		faults.inTurn(async () => {
			begun.push(n);
			await held;
		}),
	);
	await until(() => begun.length === 2);
	expect(begun).toEqual([0, 1]);
	gates[1].open();
	await until(() => begun.length === 3);
	expect(begun).toEqual([0, 1, 2]);
	for (const { open } of gates) open();
	await Promise.all(works);
	expect(begun).toEqual([0, 1, 2, 3]);
});
