import { HOUR, NOON, SECOND, useService } from './harness.mts';

const api = useService({ dialect: 'documented' });

describe('the documented dialect', () => {
	it('writes integers of links as numbers and has no other keys', async () => {
		const { fullLink } = api.store.addLink({ code: 'abc', createTs: NOON + HOUR });
		const row = {
			id: 400001,
			code: 'abc',
			shortLink: `${api.service.url}/abc`,
			fullLink,
			status: 1,
			moderatorStatus: 1,
			clickCnt: 0,
			createTs: '2026-03-10 13:00:00',
			expirationDate: null,
			comment: null,
			moderatorComment: null,
		};
		expect(await api.data('Link/Get', { id: 400001 })).toEqual(row);
		expect(await api.data('Link/List')).toEqual({ items: [row], totalItemCount: 1 });
		expect(await api.data('Link/Update', { id: 400001 })).toBe(`${api.service.url}/abc`);
		const both = { processed: [400001], notProcessed: [7] };
		const answer = { code: 0, message: '' };
		expect(await api.call('Link/Delete', { ids: [400001, 7] })).toEqual({ ...answer, data: both });
		expect(await api.code('Link/Delete', { ids: [7] })).toBe(0);
	});

	it('gives one text as the total of clicks', async () => {
		for (const code of ['a', 'b']) {
			api.store.addLink({ code });
			api.store.click(code);
		}
		const criteria = { dateFrom: '2026-03-09 00:00:00', dateTo: '2026-03-10 12:00:00' };
		const params = { ids: [400001, 400002], type: 'daily', criteria };
		expect(await api.data('Link/GetStats', params)).toEqual({
			items: [
				{ param: '2026-03-09', clicks0: 0, redirects0: 0, clicks1: 0, redirects1: 0 },
				{ param: '2026-03-10', clicks0: 1, redirects0: 1, clicks1: 1, redirects1: 1 },
			],
			totals: '2',
		});
	});

	it('writes messages as documented', async () => {
		const [campaignId, id] = [70000000001, 70000000002];
		expect((await api.send()).data).toEqual({ campaignId, messageId: id, status: 2 });
		api.service.advance(2 * SECOND);
		const row = {
			id,
			campaignId,
			segNum: 1,
			segUserBuy: 0.06,
			from: 'Mobizon',
			to: '77010000000',
			text: 'Hello',
			status: 'DELIVRD',
			groups: '',
			uuid: '00000000-0000-4000-8000-070000000002',
			countryA2: '',
			operatorName: '',
			startSendTs: '2026-03-10 12:00:00',
			statusUpdateTs: '2026-03-10 12:00:01',
		};
		expect(await api.data('Message/List')).toEqual({ items: [row], totalItemCount: 1 });
		const times = { startSendTs: '2026-03-10 12-00-00', statusUpdateTs: '2026-03-10 12-00-01' };
		const report = { id, status: 'DELIVRD', segNum: 1, ...times };
		expect(await api.data('Message/GetSMSStatus', { ids: String(id) })).toEqual([report]);
	});

	it('nests the names of wrong fields', async () => {
		expect(await api.data('Link/Create', { data: { fullLink: '' }, x: 1 })).toEqual({
			data: { fullLink: ['must be a valid URL'] },
			x: [expect.any(String)],
		});
	});

	it('keeps an id past the safe range whole', async () => {
		api.store.addMessage({ id: '9007199254740993' });
		expect(await api.column('Message/List', 'id')).toEqual(['9007199254740993']);
	});
});

it('the dialect can be changed on the way, and returns with a reset', async () => {
	const text = async () => (await api.post('Link/List', '')).text();
	expect(await text()).toContain('"totalItemCount":0');
	api.service.setDialect('observed');
	expect(await text()).toContain('"totalItemCount":"0"');
	api.store.addLink();
	expect(await text()).toContain('https:\\/\\/example.com\\/');
	api.service.reset();
	expect(await text()).toContain('"totalItemCount":0');
});
