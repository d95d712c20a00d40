import { addFourMessages } from './fourMessages.mts';
import { complaint, invalid, useService } from './harness.mts';

const api = useService();
const ids = (params: object = {}) => api.column('Message/List', 'id', params);

beforeEach(() => addFourMessages(api.service.store));

describe('Message/List: criteria', () => {
	it.each([
		[{}, ['4', '3', '2', '1']],
		[{ campaignIds: ['12'] }, ['4']],
		[{ campaignIds: '11,12' }, ['4', '3', '2', '1']],
		[{ campaignIds: ['99'] }, []],
		[{ from: 'Shop' }, ['2']],
		[{ from: 'Sho' }, []],
		[{ to: '111122' }, ['1']],
		[{ to: '77011112233' }, ['1']],
		[{ text: 'Hi' }, ['1']],
		[{ text: 'H' }, []],
		[{ status: 'UNDELIV' }, ['2']],
		[{ status: '3' }, []],
		[{ groups: '6,7' }, ['1']],
		[{ groups: ['5'] }, ['1']],
		[{ campaignStatus: 'DONE' }, ['3', '2', '1']],
		[{ campaignStatus: 'AUTO_READY_FOR_SEND' }, ['4']],
		[{ campaignStatus: 'NOT_YET_SENT' }, ['4']],
		[{ campaignStatus: 'DEFERRED' }, ['4']],
		[{ campaignCreateTsFrom: '2026-03-10 12:00:00' }, ['4']],
		[{ campaignCreateTsTo: '2026-03-10 11:59:59' }, ['3', '2', '1']],
		[{ campaignSentTsFrom: '2026-03-09 13:00:00' }, ['3', '2', '1']],
		[{ campaignSentTsTo: '2026-03-09 12:59:59' }, []],
		[{ startSendTsFrom: '2026-03-10 12:00:00' }, ['3']],
		[{ startSendTsTo: '2026-03-10 11:59:59' }, ['2', '1']],
		[{ statusUpdateTsFrom: '2026-03-10 12:00:00' }, ['3', '2']],
		[{ statusUpdateTsFrom: '2026-03-10 12:00:01' }, ['3']],
		[{ statusUpdateTsTo: '2026-03-10 12:00:00' }, ['2', '1']],
		[{ statusUpdateTsFrom: '2026-03-10 12:00:00', from: 'Shop' }, ['2']],
		[{ from: 'Mobizon', status: 'DELIVRD', to: '7' }, ['3', '1']],
	])('%j', async (criteria, expected) => {
		const { items, totalItemCount } = await api.list('Message/List', { criteria });
		expect(items.map(({ id }) => id)).toEqual(expected);
		expect(totalItemCount).toBe(String(expected.length));
	});

	it('searches only the first 100 campaigns', async () => {
		const others = Array.from({ length: 99 }, (_, n) => String(1000 + n));
		expect(await ids({ criteria: { campaignIds: [...others, '12'] } })).toEqual(['4']);
		expect(await ids({ criteria: { campaignIds: [...others, '13', '12'] } })).toEqual([]);
	});

	it.each([
		[{ criteria: { statusUpdateTsFrom: '2026-03-10T12:00:00' } }, 'criteria.statusUpdateTsFrom'],
		[{ criteria: { startSendTsTo: '2026-03-10' } }, 'criteria.startSendTsTo'],
		[
			{ criteria: { campaignCreateTsFrom: '2026-02-30 00:00:00' } },
			'criteria.campaignCreateTsFrom',
		],
		[{ criteria: { campaignIds: 'x' } }, 'criteria.campaignIds.0'],
		[{ criteria: { to: '+7701' } }, 'criteria.to'],
		[{ criteria: { to: '7701,7702' } }, 'criteria.to'],
		[{ criteria: { status: ['NEW', 'DELIVRD'] } }, 'criteria.status'],
		[{ criteria: { statuses: 'NEW' } }, 'criteria.statuses'],
		[{ pagination: { pageSize: 10 } }, 'pagination.pageSize'],
		[{ sort: { id: 'ASC' } }, 'sort.id'],
		[{ sort: { to: 'UP' } }, 'sort.to'],
		[{ withNumberInfo: 2 }, 'withNumberInfo'],
	])('refuses %j', async (params, field) => {
		expect(complaint(await api.call('Message/List', params))).toEqual(invalid(field));
	});
});
