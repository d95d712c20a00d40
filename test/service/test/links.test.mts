import { DAY, NOON, useService } from './harness.mts';

const api = useService();
const stored = (id = 400001) => api.store.link(id);

describe('Link/Create', () => {
	it('makes an active link without end', async () => {
		const fullLink = 'https://example.com/a?b=1';
		const shortLink = `${api.service.url}/8kn5`;
		const answer = { id: '400001', code: '8kn5', shortLink };
		expect(await api.data('Link/Create', { data: { fullLink } })).toEqual(answer);
		const empty = { expirationDate: null, comment: null };
		const state = { status: 1, moderatorStatus: 1, createTs: NOON };
		expect(stored()).toMatchObject({ fullLink, ...state, ...empty });
	});

	it('takes status, date and comment', async () => {
		const data = { fullLink: 'a.example', status: 0, expirationDate: '2026-12-31', comment: 'x' };
		expect(await api.code('Link/Create', { data })).toBe(0);
		expect(stored()).toMatchObject(data);
	});
});

it.each([
	['id', '400001'],
	['code', 'abc'],
	['shortLink', 'https://s.test/abc'],
])('Link/Get finds a link by its %s', async (field, value) => {
	api.store.publicUrl = 'https://s.test/';
	const link = { code: 'abc', comment: 'c', moderatorComment: 'm', expirationDate: '2026-05-01' };
	api.store.addLink(link);
	api.store.click('abc');
	expect(await api.data('Link/Get', { [field]: value })).toEqual({
		...link,
		id: '400001',
		status: '1',
		moderatorStatus: '1',
		clickCnt: '1',
		createTs: '2026-03-10 12:00:00',
		shortLink: 'https://s.test/abc',
		fullLink: 'https://example.com/',
		redirectCnt: '1',
		domain: 's.test',
		updateTs: '2026-03-10 12:00:00',
		deletedTs: null,
		realExpirationDate: '2026-05-01',
	});
	api.store.publicUrl = `${api.service.url}/`;
});

it.each([
	[{ status: 0 }, { status: 0, comment: 'old', expirationDate: null }],
	[undefined, { status: 1, comment: 'old', expirationDate: null }],
	[
		{ expirationDate: '2026-06-01', comment: '' },
		{ status: 1, comment: null, expirationDate: '2026-06-01' },
	],
])('Link/Update with %j drops a date that is not given, and keeps the rest', async (data, now) => {
	const { id } = api.store.addLink({ expirationDate: '2026-05-01', comment: 'old' });
	api.service.advance(DAY);
	expect(await api.call('Link/Update', { id, data })).toMatchObject({ code: 0, data: true });
	expect(stored()).toMatchObject({ ...now, createTs: NOON, updateTs: NOON + DAY });
});

it('Link/Delete answers 0, 98 or 99 by how many were there', async () => {
	for (let n = 0; n < 3; n++) api.store.addLink();
	const remove = async (...ids: number[]) => {
		const { code, data } = await api.call('Link/Delete', { ids });
		return { code, ...Object(data) };
	};
	const both = { processed: ['400001', '400002'], notProcessed: [] };
	expect(await remove(400001, 400002)).toEqual({ code: 0, ...both });
	const partly = { processed: ['400003'], notProcessed: ['400001'] };
	expect(await remove(400003, 400001)).toEqual({ code: 98, ...partly });
	expect(await remove(400001)).toEqual({ code: 99, processed: [], notProcessed: ['400001'] });
	expect(api.store.links.size).toBe(0);
});

it('Link/GetLinks lists the links of one campaign', async () => {
	const text = 'see http://a.example/x, and www.b.example.';
	await api.send({ text, params: { shortenLinks: 1 } });
	api.store.addLink();
	api.store.click('8kn5');
	expect(await api.data('Link/GetLinks', { campaignId: '70000000001' })).toEqual([
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
	]);
	const { id } = api.store.campaigns.add({ createTs: NOON });
	expect(await api.data('Link/GetLinks', { campaignId: id })).toEqual([]);
});

describe('a visit of a short link', () => {
	it('leads to the full link and counts', async () => {
		const link = api.store.addLink({ fullLink: 'пример.рф/путь' });
		const { status, headers } = await api.visit(link.code);
		expect([status, headers.get('location')]).toEqual([302, new URL('http://пример.рф/путь').href]);
		expect(link).toMatchObject({ clicks: [NOON], redirects: [NOON] });
	});

	it.each([{ status: 0 }, { moderatorStatus: 0 }, { expirationDate: '2026-03-09' }])(
		'leads nowhere with %j',
		async (row) => {
			const link = api.store.addLink(row);
			expect((await api.visit(link.code)).status).toBe(404);
			expect(link.clicks).toEqual([]);
		},
	);

	it('works until the end of the last day in the zone of the account', async () => {
		const { code } = api.store.addLink({ expirationDate: '2026-03-10' });
		api.service.advance(DAY / 2 - 1);
		expect((await api.visit(code)).status).toBe(302);
		api.service.advance(1);
		expect((await api.visit(code)).status).toBe(404);
		expect((await api.visit('none')).status).toBe(404);
	});
});
