import { complaint, DAY, invalid, NOON, useService } from './harness.mts';

const api = useService();
const codes = (params: object = {}) => api.column('Link/List', 'code', params);

beforeEach(() => {
	const { store } = api.service;
	store.addLink({
		code: 'old',
		createTs: NOON - DAY + 500,
		comment: 'Spring sale',
		fullLink: 'c.test',
	});
	store.addLink({ code: 'off', status: 0, expirationDate: '2026-05-01', fullLink: 'a.test' });
	store.addLink({ code: 'bad', moderatorStatus: 0, trackingCode: 'TrK', fullLink: 'b.test' });
	store.click('bad');
	store.click('bad');
	store.click('off');
});

describe('Link/List', () => {
	it('gives all, newest first, with the fields of Link/Get', async () => {
		const { items, totalItemCount } = await api.list('Link/List');
		expect(items.map(({ code }) => code)).toEqual(['bad', 'off', 'old']);
		expect(totalItemCount).toBe('3');
		expect(items[1]).toEqual((await api.call('Link/Get', { code: 'off' })).data);
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

	it('pages by 25 unless told otherwise, and is empty beyond the end', async () => {
		for (let n = 0; n < 100; n++) api.service.store.addLink();
		const size = async (pageSize?: number, currentPage?: number) =>
			(await api.list('Link/List', { pagination: { pageSize, currentPage } })).items.length;
		expect(await size()).toBe(25);
		expect(await size(50, 1)).toBe(50);
		expect(await size(100, 1)).toBe(3);
		const beyond = await api.list('Link/List', { pagination: { pageSize: 100, currentPage: 9 } });
		expect(beyond).toEqual({ items: [], totalItemCount: '103' });
	});

	it('shows changes at once, between equal questions too', async () => {
		const question = { criteria: { status: 0 }, sort: { code: 'ASC' } };
		expect(await codes(question)).toEqual(['off']);
		await api.call('Link/Update', { id: '400001', data: { status: 0 } });
		expect(await codes(question)).toEqual(['off', 'old']);
		await api.call('Link/Delete', { ids: ['400002'] });
		expect(await codes(question)).toEqual(['old']);
	});

	it.each([
		[{ criteria: { status: 7 } }, 'criteria.status'],
		[{ criteria: { createTsFrom: '2026-03-09 00:00:00' } }, 'criteria.createTsFrom'],
		[{ criteria: { createTsTo: '2026-03-09' } }, 'criteria.createTsTo'],
		[{ criteria: { createTsTo: '2026-03-09T00:00:00' } }, 'criteria.createTsTo'],
		[{ criteria: { comment: 'x' } }, 'criteria.comment'],
		[{ pagination: { pageSize: 10 } }, 'pagination.pageSize'],
		[{ pagination: { currentPage: -1 } }, 'pagination.currentPage'],
		[{ pagination: { page: 1 } }, 'pagination.page'],
		[{ sort: { id: 'ASC' } }, 'sort.id'],
		[{ sort: { code: 'asc' } }, 'sort.code'],
		[{ filter: 1 }, 'filter'],
	])('refuses %j', async (params, field) => {
		expect(complaint(await api.call('Link/List', params))).toEqual(invalid(field));
	});
});
