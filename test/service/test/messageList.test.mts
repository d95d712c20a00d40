import { DAY, HOUR, NOON, SECOND, useService } from './harness.mts';

const api = useService();
const ids = (params: object = {}) => api.column('Message/List', 'id', params);

/** Messages 1 to 3 of campaign 11, which was put off and sent yesterday, and 4 of campaign 12, which waits. */
beforeEach(() => {
	const { store } = api;
	const sentTs = NOON - DAY + HOUR;
	store.campaigns.add({ id: '11', createTs: NOON - DAY, sentTs, deferredToTs: sentTs });
	const status = 'AUTO_READY_FOR_SEND';
	store.campaigns.add({ id: '12', createTs: NOON, status, deferredToTs: NOON + DAY });
	const row = { createdAt: NOON - DAY, campaignId: '11' };
	store.addMessage({ ...row, id: '1', to: '77011112233', text: 'Hi', groups: '5,6', segNum: 3 });
	store.addMessage({ ...row, id: '2', from: 'Shop', status: 'UNDELIV', statusUpdateTs: NOON });
	store.addMessage({ ...row, id: '3', startSendTs: NOON, statusUpdateTs: NOON + SECOND });
	store.addMessage({ id: '4', status: 'NEW', campaignId: '12', text: 'Later' });
});

it.each([
	[{}, '4 3 2 1'],
	[{ campaignIds: ['12'] }, '4'],
	[{ campaignIds: '11,12' }, '4 3 2 1'],
	[{ campaignIds: ['99'] }, ''],
	[{ from: 'Shop' }, '2'],
	[{ from: 'Sho' }, ''],
	[{ to: '111122' }, '1'],
	[{ to: '77011112233' }, '1'],
	[{ text: 'Hi' }, '1'],
	[{ text: 'H' }, ''],
	[{ status: 'UNDELIV' }, '2'],
	[{ status: '3' }, ''],
	[{ groups: '6,7' }, '1'],
	[{ groups: ['5'] }, '1'],
	[{ campaignStatus: 'DONE' }, '3 2 1'],
	[{ campaignStatus: 'AUTO_READY_FOR_SEND' }, '4'],
	[{ campaignStatus: 'NOT_YET_SENT' }, '4'],
	[{ campaignStatus: 'DEFERRED' }, '4'],
	[{ campaignCreateTsFrom: '2026-03-10 12:00:00' }, '4'],
	[{ campaignCreateTsTo: '2026-03-10 11:59:59' }, '3 2 1'],
	[{ campaignSentTsFrom: '2026-03-09 13:00:00' }, '3 2 1'],
	[{ campaignSentTsTo: '2026-03-09 12:59:59' }, ''],
	[{ startSendTsFrom: '2026-03-10 12:00:00' }, '3'],
	[{ startSendTsTo: '2026-03-10 11:59:59' }, '2 1'],
	[{ statusUpdateTsFrom: '2026-03-10 12:00:00' }, '3 2'],
	[{ statusUpdateTsFrom: '2026-03-10 12:00:01' }, '3'],
	[{ statusUpdateTsTo: '2026-03-10 12:00:00' }, '2 1'],
	[{ statusUpdateTsFrom: '2026-03-10 12:00:00', from: 'Shop' }, '2'],
	[{ from: 'Mobizon', status: 'DELIVRD', to: '7' }, '3 1'],
])('finds by %j: %s', async (criteria, expected) => {
	const { items, totalItemCount } = await api.list('Message/List', { criteria });
	expect(items.map(({ id }) => id).join(' ')).toBe(expected);
	expect(totalItemCount).toBe(String(items.length));
});

it('searches only the first 100 campaigns', async () => {
	const others = Array.from({ length: 99 }, (_, n) => String(1000 + n));
	expect(await ids({ criteria: { campaignIds: [...others, '12'] } })).toEqual(['4']);
	expect(await ids({ criteria: { campaignIds: [...others, '13', '12'] } })).toEqual([]);
});

it('sorts by several fields, and newest first where all are equal', async () => {
	expect(await ids({ sort: { status: 'ASC', segNum: 'DESC' } })).toEqual(['1', '3', '4', '2']);
	expect(await ids({ sort: { from: 'ASC' } })).toEqual(['4', '3', '1', '2']);
});
