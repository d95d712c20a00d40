import { DAY, NOON, SECOND, useService } from './harness.mts';

const api = useService();
const TIME = '2026-03-10 12:00:00';

describe.each(['observed', 'documented'] as const)('the dialect %s', (dialect) => {
	const observed = dialect === 'observed';
	/** How integers are written. */
	const int = (value: number) => (observed ? String(value) : value);
	/** What only recorded answers have. */
	const more = (keys: object) => (observed ? keys : {});
	beforeEach(() => {
		api.service.dialect = dialect;
	});

	it('writes links', async () => {
		const link = { code: 'abc', comment: 'c', moderatorComment: 'm', expirationDate: '2026-05-01' };
		api.store.addLink(link);
		api.store.click('abc');
		const row = {
			...{ ...link, id: int(400001), shortLink: `${api.service.url}/abc`, createTs: TIME },
			...{ fullLink: 'https://example.com/', clickCnt: int(1) },
			...{ status: int(1), moderatorStatus: int(1) },
			...more({ redirectCnt: '1', domain: api.service.url.slice(7), updateTs: TIME }),
			...more({ deletedTs: null, realExpirationDate: '2026-05-01' }),
		};
		expect(await api.data('Link/Get', { id: 400001 })).toEqual(row);
		expect(await api.data('Link/List')).toEqual({ items: [row], totalItemCount: int(1) });
		const updated = observed ? true : `${api.service.url}/abc`;
		expect(await api.data('Link/Update', { id: 400001 })).toBe(updated);
		const data = { processed: [int(400001)], notProcessed: [int(7)] };
		const deleted = { code: observed ? 98 : 0, data, message: '' };
		expect(await api.call('Link/Delete', { ids: [400001, 7] })).toEqual(deleted);
		expect(await api.code('Link/Delete', { ids: [7] })).toBe(observed ? 99 : 0);
	});

	it('writes statistics by the days of the zone and the order of the request, with totals a link or one for all', async () => {
		for (const code of ['b', 'a']) api.store.addLink({ code });
		for (const ms of [-DAY / 2, DAY / 2 - 1, DAY / 2]) api.store.click('b', NOON + ms);
		const criteria = { dateFrom: '2026-03-10 00:00:00', dateTo: '2026-03-11 00:00:00' };
		const params = { ids: [400002, 400001], type: 'daily', criteria };
		const none = { clicks0: 0, redirects0: 0 };
		const totals = { totalClicks0: 0, totalRedirects0: 0, totalClicks1: 3, totalRedirects1: 3 };
		expect(await api.data('Link/GetStats', params)).toEqual({
			items: [
				{ param: '2026-03-10', ...none, clicks1: int(2), redirects1: int(2) },
				{ param: '2026-03-11', ...none, clicks1: int(1), redirects1: int(1) },
			],
			totals: observed ? totals : '3',
		});
	});

	it('writes messages; country and operator only when asked', async () => {
		const [campaignId, id] = [int(70000000001), int(70000000002)];
		const sent = await api.send({ params: { name: 'March' } });
		expect(sent.data).toEqual({ campaignId, messageId: id, status: 2 });
		const fresh = { startSendTs: null, statusUpdateTs: null };
		const report = () => api.data('Message/GetSMSStatus', { ids: '70000000002' });
		expect(await report()).toEqual([{ id, status: 'NEW', segNum: int(1), ...fresh }]);
		api.service.advance(2 * SECOND);
		const none = observed ? null : '';
		const campaign = { commonStatus: 'DONE' };
		const row = {
			...{ id, campaignId, segNum: int(1), segUserBuy: observed ? '0.0600' : 0.06 },
			...{ from: 'Mobizon', to: '77010000000', text: 'Hello', status: 'DELIVRD', groups: '' },
			uuid: '00000000-0000-4000-8000-070000000002',
			...{ countryA2: none, operatorName: none },
			...{ startSendTs: TIME, statusUpdateTs: '2026-03-10 12:00:01' },
			...more({ userId: '1001', params: [], campaign }),
		};
		expect(await api.data('Message/List')).toEqual({ items: [row], totalItemCount: int(1) });
		const [known] = (await api.list('Message/List', { withNumberInfo: 1 })).items;
		expect(known).toEqual({ ...row, countryA2: 'KZ', operatorName: 'Operator KZ' });
		const inReport = (time: string) => (observed ? time : time.replaceAll(':', '-'));
		const times = [TIME, '2026-03-10 12:00:01'].map(inReport);
		expect(await report()).toMatchObject([{ startSendTs: times[0], statusUpdateTs: times[1] }]);
	});

	it('names wrong fields', async () => {
		const [wrong, x] = [['must be a valid URL'], [expect.any(String)]];
		const fields = observed ? { 'data.fullLink': wrong, x } : { data: { fullLink: wrong }, x };
		expect(await api.data('Link/Create', { data: { fullLink: '' }, x: 1 })).toEqual(fields);
	});

	it('keeps an id past the safe range whole', async () => {
		api.store.addMessage({ id: '9007199254740992' });
		expect(api.store.addMessage().id).toBe('9007199254740993');
		const ids = await api.column('Message/List', 'id');
		expect(ids).toEqual(['9007199254740993', '9007199254740992']);
	});

	it('escapes slashes only in recorded answers, and returns with a reset', async () => {
		api.store.addLink();
		const text = await (await api.post('Link/List', '')).text();
		expect(text).toContain(observed ? 'https:\\/\\/example.com\\/' : 'https://example.com/');
		api.service.reset();
		expect(await api.list('Link/List')).toMatchObject({ totalItemCount: '0' });
	});
});
