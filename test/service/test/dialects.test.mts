import { HOUR, NOON, post, SECOND, useService } from './harness.mts';

const api = useService({ dialect: 'documented' });
const data = async (method: string, params: object = {}) => (await api.call(method, params)).data;

describe('the documented dialect', () => {
	it('writes integers of links as numbers and has no other keys', async () => {
		const { link } = { link: api.service.store.addLink({ code: 'abc', createTs: NOON + HOUR }) };
		const row = {
			id: 400001,
			code: 'abc',
			shortLink: `${api.service.url}/abc`,
			fullLink: link.fullLink,
			status: 1,
			moderatorStatus: 1,
			clickCnt: 0,
			createTs: '2026-03-10 13:00:00',
			expirationDate: null,
			comment: null,
			moderatorComment: null,
		};
		expect(await data('Link/Get', { id: 400001 })).toEqual(row);
		expect(await data('Link/List')).toEqual({ items: [row], totalItemCount: 1 });
	});

	it('answers Link/Update with the short link, Link/Delete always with 0', async () => {
		api.service.store.addLink({ code: 'abc' });
		expect(await data('Link/Update', { id: 400001 })).toBe(`${api.service.url}/abc`);
		expect(await api.call('Link/Delete', { ids: [400001, 7] })).toMatchObject({
			code: 0,
			data: { processed: [400001], notProcessed: [7] },
		});
		expect(await api.call('Link/Delete', { ids: [7] })).toMatchObject({ code: 0 });
	});

	it('gives one text as the total of clicks', async () => {
		for (const code of ['a', 'b']) {
			api.service.store.addLink({ code });
			api.service.store.click(code);
		}
		const criteria = { dateFrom: '2026-03-09 00:00:00', dateTo: '2026-03-10 12:00:00' };
		expect(await data('Link/GetStats', { ids: [400001, 400002], type: 'daily', criteria })).toEqual(
			{
				items: [
					{ param: '2026-03-09', clicks0: 0, redirects0: 0, clicks1: 0, redirects1: 0 },
					{ param: '2026-03-10', clicks0: 1, redirects0: 1, clicks1: 1, redirects1: 1 },
				],
				totals: '2',
			},
		);
	});

	it('writes messages as documented', async () => {
		const sent = await data('Message/SendSmsMessage', { recipient: '77010000000', text: 'x' });
		expect(sent).toEqual({ campaignId: 70000000001, messageId: 70000000002, status: 2 });
		api.service.advance(2 * SECOND);
		expect(await data('Message/List')).toEqual({
			items: [
				{
					id: 70000000002,
					campaignId: 70000000001,
					segNum: 1,
					segUserBuy: 0.06,
					from: 'Mobizon',
					to: '77010000000',
					text: 'x',
					status: 'DELIVRD',
					groups: '',
					uuid: '00000000-0000-4000-8000-070000000002',
					countryA2: '',
					operatorName: '',
					startSendTs: '2026-03-10 12:00:00',
					statusUpdateTs: '2026-03-10 12:00:01',
				},
			],
			totalItemCount: 1,
		});
		expect(await data('Message/GetSMSStatus', { ids: '70000000002' })).toEqual([
			{
				id: 70000000002,
				status: 'DELIVRD',
				segNum: 1,
				startSendTs: '2026-03-10 12-00-00',
				statusUpdateTs: '2026-03-10 12-00-01',
			},
		]);
	});

	it('nests the names of wrong fields', async () => {
		expect(await data('Link/Create', { data: { fullLink: '' }, x: 1 })).toEqual({
			data: { fullLink: ['must be a valid URL'] },
			x: [expect.any(String)],
		});
	});

	it('keeps an id past the safe range whole', async () => {
		api.service.store.addMessage({ id: '9007199254740993' });
		expect(await data('Message/GetSMSStatus', { ids: '9007199254740993' })).toMatchObject([
			{ id: '9007199254740993' },
		]);
	});
});

describe('the choice of dialect', () => {
	it('can be changed on the way and returns with a reset', async () => {
		const text = async () => (await post(api.service.url, 'Link/List', '')).text();
		expect(await text()).toContain('"totalItemCount":0');
		api.service.setDialect('observed');
		expect(await text()).toContain('"totalItemCount":"0"');
		api.service.store.addLink();
		expect(await text()).toContain('https:\\/\\/example.com\\/');
		api.service.reset();
		expect(await text()).toContain('"totalItemCount":0');
	});
});
