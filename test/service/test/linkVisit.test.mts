import { DAY, NOON, useService } from './harness.mts';

const api = useService();

describe('Link/GetLinks', () => {
	it('lists the links of a campaign only', async () => {
		const text = 'see http://a.example/x, and www.b.example.';
		const params = { shortenLinks: 1 };
		await api.call('Message/SendSmsMessage', { recipient: '77010000000', text, params });
		api.service.store.addLink();
		api.service.store.click('8kn5');
		const { code, data } = await api.call('Link/GetLinks', { campaignId: '70000000001' });
		expect({ code, data }).toEqual({
			code: 0,
			data: [
				{
					id: '400001',
					code: '8kn5',
					fullLink: 'http://a.example/x',
					shortLink: `${api.service.url}/8kn5`,
					clickCnt: '1',
					redirectCnt: '1',
					comment: null,
				},
				expect.objectContaining({ id: '400002', fullLink: 'www.b.example', clickCnt: '0' }),
			],
		});
	});

	it('answers [] for a campaign without links, 2 for none, 11 for no id', async () => {
		const { id } = api.service.store.campaigns.add({ createTs: NOON });
		expect(await api.call('Link/GetLinks', { campaignId: id })).toMatchObject({
			code: 0,
			data: [],
		});
		expect(await api.call('Link/GetLinks', { campaignId: 5 })).toMatchObject({ code: 2 });
		expect(await api.call('Link/GetLinks')).toMatchObject({ code: 11 });
	});
});

describe('a visit of a short link', () => {
	const visit = (code: string) => fetch(`${api.service.url}/${code}`, { redirect: 'manual' });

	it('leads to the full link and counts', async () => {
		const link = api.service.store.addLink({ fullLink: 'пример.рф/путь' });
		const response = await visit(link.code);
		expect(response.status).toBe(302);
		expect(response.headers.get('location')).toBe(new URL('http://пример.рф/путь').href);
		expect(link).toMatchObject({ clicks: [NOON], redirects: [NOON] });
	});

	it.each([{ status: 0 }, { moderatorStatus: 0 }, { expirationDate: '2026-03-09' }])(
		'leads nowhere with %j',
		async (row) => {
			const link = api.service.store.addLink(row);
			expect((await visit(link.code)).status).toBe(404);
			expect(link.clicks).toEqual([]);
		},
	);

	it('works until the end of the last day in the zone of the account', async () => {
		const { code } = api.service.store.addLink({ expirationDate: '2026-03-10' });
		api.service.advance(DAY / 2 - 1);
		expect((await visit(code)).status).toBe(302);
		api.service.advance(1);
		expect((await visit(code)).status).toBe(404);
		expect((await visit('none')).status).toBe(404);
	});
});
