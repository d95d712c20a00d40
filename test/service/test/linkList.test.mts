import { DAY, NOON, useService } from './harness.mts';

const api = useService();
const codes = (params: object = {}) => api.column('Link/List', 'code', params);

beforeEach(() => {
	const { store } = api;
	const createTs = NOON - DAY + 500;
	store.addLink({ code: 'old', createTs, comment: 'Spring sale', fullLink: 'c.test' });
	store.addLink({ code: 'off', status: 0, expirationDate: '2026-05-01', fullLink: 'a.test' });
	store.addLink({ code: 'bad', moderatorStatus: 0, trackingCode: 'TrK', fullLink: 'b.test' });
	for (const code of ['bad', 'bad', 'off']) store.click(code);
});

it('gives all, newest first, with the fields of Link/Get', async () => {
	const { items, totalItemCount } = await api.list('Link/List');
	expect(items.map(({ code }) => code)).toEqual(['bad', 'off', 'old']);
	expect(totalItemCount).toBe('3');
	expect(items[1]).toEqual(await api.data('Link/Get', { code: 'off' }));
});

it.each([
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
])('filters by %j', async (criteria, expected) => {
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
])('a page of %j has %d of 103 rows', async (pagination, rows) => {
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
