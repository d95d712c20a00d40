import { DAY, NOON, useService } from './harness.mts';

const api = useService();
const stored = (id = 400001) => api.store.link(id);

it.each([
	[{ fullLink: 'https://example.com/a?b=1' }, { status: 1, expirationDate: null, comment: null }],
	[{ fullLink: 'a.kz', status: 0, expirationDate: '2026-12-31', comment: 'x' }, {}],
])('Link/Create makes of %j a link with %j', async (data, filled) => {
	const answer = { id: '400001', code: '8kn5', shortLink: `${api.service.url}/8kn5` };
	expect(await api.data('Link/Create', { data })).toEqual(answer);
	expect(stored()).toMatchObject({ ...data, ...filled, moderatorStatus: 1, createTs: NOON });
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
	expect(await api.code('Link/Update', { id, data })).toBe(0);
	expect(stored()).toMatchObject({ ...now, createTs: NOON, updateTs: NOON + DAY });
});

it('Link/GetLinks lists the links of one campaign', async () => {
	const text = 'see http://a.example/x, and www.b.example.';
	await api.send({ text, params: { shortenLinks: 1 } });
	api.store.addLink();
	api.store.click('8kn5');
	const shortLink = `${api.service.url}/8kn5`;
	expect(await api.data('Link/GetLinks', { campaignId: '70000000001' })).toEqual([
		{
			...{ id: '400001', code: '8kn5', shortLink, fullLink: 'http://a.example/x' },
			...{ clickCnt: '1', redirectCnt: '1', comment: null },
		},
		expect.objectContaining({ id: '400002', fullLink: 'www.b.example', clickCnt: '0' }),
	]);
	const { id } = api.store.campaigns.add({ createTs: NOON });
	expect(await api.data('Link/GetLinks', { campaignId: id })).toEqual([]);
});

describe('Link/List', () => {
	const codes = (params: object = {}) => api.column('Link/List', 'code', params);

	beforeEach(() => {
		const { store } = api;
		const createTs = NOON - DAY + 500;
		store.addLink({ code: 'old', createTs, comment: 'Spring sale', fullLink: 'c.test' });
		store.addLink({ code: 'off', status: 0, expirationDate: '2026-05-01', fullLink: 'a.test' });
		store.addLink({ code: 'bad', moderatorStatus: 0, trackingCode: 'TrK', fullLink: 'b.test' });
		for (const code of ['bad', 'bad', 'off']) store.click(code);
	});

	it.each([
		[{}, ['bad', 'off', 'old']],
		[{ status: 0 }, ['off']],
		[{ status: 1 }, ['bad', 'old']],
		[{ moderatorStatus: 0 }, ['bad']],
		[{ createTsFrom: '2026-03-10' }, ['bad', 'off']],
		[{ createTsTo: '2026-03-09 12:00:00' }, ['old']],
		[{ createTsTo: '2026-03-09 11:59:59' }, []],
		[{ createTsFrom: '2026-03-09', createTsTo: '2026-03-10 12:00:00' }, ['bad', 'off', 'old']],
		[{ query: 'of' }, ['off']],
		[{ query: 'sale' }, ['old']],
		[{ query: 'trk' }, ['bad']],
		[{ query: 'a.test' }, []],
		[{ status: 1, moderatorStatus: 1 }, ['old']],
	])('filters by %j, newest first', async (criteria, expected) => {
		expect(await codes({ criteria })).toEqual(expected);
	});

	it.each([
		[{ createTs: 'ASC' }, ['old', 'bad', 'off']],
		[{ createTs: 'DESC' }, ['bad', 'off', 'old']],
		[{ expirationDate: 'ASC' }, ['bad', 'old', 'off']],
		[{ expirationDate: 'DESC' }, ['off', 'bad', 'old']],
		[{ clickCnt: 'ASC' }, ['old', 'off', 'bad']],
		[{ code: 'DESC' }, ['old', 'off', 'bad']],
		[{ fullLink: 'ASC' }, ['off', 'bad', 'old']],
		[{ createTs: 'DESC', code: 'DESC' }, ['off', 'bad', 'old']],
	])('sorts by %j', async (sort, expected) => {
		expect(await codes({ sort })).toEqual(expected);
	});

	it.each([
		[{}, 25],
		[{ pageSize: 50, currentPage: 1 }, 50],
		[{ pageSize: 100, currentPage: 1 }, 3],
		[{ pageSize: 100, currentPage: 9 }, 0],
	])('gives for a page of %j %d of 103 rows', async (pagination, rows) => {
		for (let n = 0; n < 100; n++) api.store.addLink();
		const { items, totalItemCount } = await api.list('Link/List', { pagination });
		expect([items.length, totalItemCount]).toEqual([rows, '103']);
	});

	it('shows changes at once, between equal questions too', async () => {
		const question = { criteria: { status: 0 }, sort: { code: 'ASC' } };
		expect(await codes(question)).toEqual(['off']);
		await api.call('Link/Update', { id: '400001', data: { status: 0 } });
		expect(await codes(question)).toEqual(['off', 'old']);
		await api.call('Link/Delete', { ids: ['400002'] });
		expect(await codes(question)).toEqual(['old']);
	});
});

describe('a visit of a short link', () => {
	it('leads to the full link and counts', async () => {
		const link = api.store.addLink({ fullLink: 'пример.рф/путь' });
		const { status, headers } = await api.visit(link.code);
		expect([status, headers.get('location')]).toEqual([302, new URL('http://пример.рф/путь').href]);
		expect(link).toMatchObject({ clicks: [NOON], redirects: [NOON] });
	});

	it.each([
		[{ status: 0 }, 404],
		[{ moderatorStatus: 0 }, 404],
		[{ expirationDate: '2026-03-09' }, 404],
		[{ expirationDate: '2026-03-10' }, 302],
	])('at the last moment of a day in the zone of the account, with %j: %d', async (row, status) => {
		const link = api.store.addLink(row);
		api.service.advance(DAY / 2 - 1);
		expect((await api.visit(link.code)).status).toBe(status);
		expect(link.clicks).toHaveLength(status === 302 ? 1 : 0);
		api.service.advance(1);
		expect((await api.visit(link.code)).status).toBe(404);
		expect((await api.visit('none')).status).toBe(404);
	});
});
