import { gate, until } from '../../until.mts';
import { NOON, SECOND, useService } from './harness.mts';

const api = useService();
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
