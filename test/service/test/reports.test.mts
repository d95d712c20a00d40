import { complaint, invalid, NOON, useService } from './harness.mts';

const api = useService();
const reports = (ids?: unknown) => api.call('Message/GetSMSStatus', { ids });

beforeEach(() => {
	api.service.store.addMessages(120, (n) => ({ id: String(101 + n), segNum: 2 }));
	api.service.store.addMessage({ id: '500', status: 'NEW', createdAt: NOON });
});

describe('Message/GetSMSStatus', () => {
	const time = '2026-03-10 12:00:00';
	const report = { status: 'DELIVRD', segNum: '2', startSendTs: time, statusUpdateTs: time };

	it.each([[['103', '101']], ['103,101'], [['101', '103', '101']]])(
		'gives a bare list for %j, in order of id',
		async (ids) => {
			expect((await reports(ids)).data).toEqual([
				{ id: '101', ...report },
				{ id: '103', ...report },
			]);
		},
	);

	it('gives a list for one id, null for times that are not yet, and leaves unknown ids out', async () => {
		expect((await reports('500')).data).toEqual([
			{ id: '500', status: 'NEW', segNum: '1', startSendTs: null, statusUpdateTs: null },
		]);
		expect(await reports(['1', '500'])).toMatchObject({ code: 0, data: [{ id: '500' }] });
		expect(await reports('1')).toMatchObject({ code: 0, data: [] });
	});

	it('takes 100 ids and answers 12 to more', async () => {
		const ids = Array.from({ length: 101 }, (_, n) => String(101 + n));
		expect(await reports(ids.slice(0, 100))).toMatchObject({ code: 0, data: { length: 100 } });
		expect(await reports(ids)).toMatchObject({ code: 12 });
		expect(await reports(ids.join(','))).toMatchObject({ code: 12 });
		expect(await reports(Array.from({ length: 101 }, () => '101'))).toMatchObject({ code: 12 });
	});

	it('answers 2 to no ids, 1 to what is no id', async () => {
		expect(await reports()).toMatchObject({ code: 2 });
		expect(await reports('')).toMatchObject({ code: 2 });
		expect(complaint(await reports('101,x'))).toEqual(invalid('ids.1'));
		expect(complaint(await reports('101, 102'))).toEqual(invalid('ids.1'));
		expect(complaint(await reports(['']))).toEqual(invalid('ids.0'));
		expect(complaint(await api.call('Message/GetSMSStatus', { id: 1, ids: '1' }))).toEqual(
			invalid('id'),
		);
	});
});
