import { invalid, complaint, NOON, SECOND, useService } from './harness.mts';

const api = useService();
const ids = (params: object = {}, method = 'Message/List') => api.column(method, 'id', params);
/** All pages of a size of 25, one after the other. */
const paged = async (rows: number, params: object) => {
	const seen: unknown[] = [];
	for (let currentPage = 0; currentPage * 25 < rows; currentPage++) {
		seen.push(...(await ids({ ...params, pagination: { pageSize: 25, currentPage } })));
	}
	return seen;
};
const page = { pagination: { pageSize: 100 } };
const byTo = { sort: { to: 'ASC' } };

describe('F8: ties', () => {
	/** Recipients with 1, 2, 3 ... messages each, in all 78. */
	const addTies = () => {
		for (let n = 1; n <= 12; n++) {
			api.service.store.addMessages(n, { to: `770100000${String(n).padStart(2, '0')}` });
		}
	};

	it.each(['ASC', 'DESC'])(
		'come in another order in every call, within the sort: %s',
		async (to) => {
			addTies();
			const calm = await ids({ ...page, sort: { to } });
			const recipients = await api.column('Message/List', 'to', { ...page, sort: { to } });
			api.service.freedoms.tiesShuffled = true;
			const [first, second] = [
				await ids({ ...page, sort: { to } }),
				await ids({ ...page, sort: { to } }),
			];
			expect(new Set(first)).toEqual(new Set(calm));
			expect(first).not.toEqual(second);
			expect(await api.column('Message/List', 'to', { ...page, sort: { to } })).toEqual(recipients);
		},
	);

	it('that span pages may be shown twice and left out, what stands alone never', async () => {
		api.service.store.addMessages(60, { statusUpdateTs: NOON });
		const alone = api.service.store.addMessage({ statusUpdateTs: NOON + SECOND }).id;
		api.service.freedoms.tiesShuffled = true;
		const sort = { statusUpdateTs: 'DESC' };
		const seen = await paged(61, { sort });
		expect(seen).toHaveLength(61);
		expect(new Set(seen).size).toBeLessThan(61);
		expect(seen[0]).toBe(alone);
		// Each page is a true one: no row comes twice on it.
		for (let at = 0; at < 61; at += 25) {
			const part = seen.slice(at, at + 25);
			expect(new Set(part).size).toBe(part.length);
		}
	});

	it('leave an order that nothing ties as it is', async () => {
		addTies();
		const calm = await ids(page);
		api.service.freedoms.tiesShuffled = true;
		expect(await ids(page)).toEqual(calm);
	});

	it('of links, too', async () => {
		for (let n = 0; n < 30; n++) api.service.store.addLink();
		api.service.freedoms.tiesShuffled = true;
		const params = { ...page, sort: { clickCnt: 'ASC' } };
		expect(await ids(params, 'Link/List')).not.toEqual(await ids(params, 'Link/List'));
	});

	it('repeat with the seed', async () => {
		addTies();
		api.service.freedoms.tiesShuffled = true;
		const first = await ids({ ...page, ...byTo });
		api.service.setSeed(1);
		expect(await ids({ ...page, ...byTo })).toEqual(first);
	});
});

describe('F8: the order that nobody asks for', () => {
	const BOUNDED = { criteria: { statusUpdateTsFrom: '2026-03-10 12:00:00' } };

	it.each([{}, BOUNDED])('is newest first, oldest first, or any: %j', async (params) => {
		api.service.store.addMessages(40);
		const newest = await ids({ ...page, ...params });
		api.service.freedoms.unsortedOrder = 'oldestFirst';
		expect(await ids({ ...page, ...params })).toEqual([...newest].reverse());
		api.service.freedoms.unsortedOrder = 'any';
		const some = await ids({ ...page, ...params });
		expect(some).not.toEqual(newest);
		expect(new Set(some)).toEqual(new Set(newest));
		expect(some).not.toEqual(await ids({ ...page, ...params }));
	});

	it('of links, too', async () => {
		for (let n = 0; n < 3; n++) api.service.store.addLink();
		api.service.freedoms.unsortedOrder = 'oldestFirst';
		expect(await ids({}, 'Link/List')).toEqual(['400001', '400002', '400003']);
	});
});

describe('F8: several sort fields', () => {
	const sort = { from: 'ASC', to: 'DESC' };
	beforeEach(() => {
		api.service.store.addMessage({ id: '1', from: 'A', to: '77010000001' });
		api.service.store.addMessage({ id: '2', from: 'A', to: '77010000002' });
		api.service.store.addMessage({ id: '3', from: 'B', to: '77010000003' });
	});

	it.each([
		['all', ['2', '1', '3']],
		['first', ['2', '1', '3']],
		['last', ['3', '2', '1']],
	] as const)('count: %s', async (severalSorts, expected) => {
		api.service.freedoms.severalSorts = severalSorts;
		expect(await ids({ sort })).toEqual(expected);
	});

	it('count: first, whatever the second says', async () => {
		api.service.freedoms.severalSorts = 'first';
		expect(await ids({ sort: { from: 'ASC', to: 'ASC' } })).toEqual(['2', '1', '3']);
		api.service.freedoms.severalSorts = 'all';
		expect(await ids({ sort: { from: 'ASC', to: 'ASC' } })).toEqual(['1', '2', '3']);
	});

	it('are refused, one is not', async () => {
		api.service.freedoms.severalSorts = 'refused';
		expect(complaint(await api.call('Message/List', { sort }))).toEqual(invalid('sort'));
		const two = { sort: { code: 'ASC', createTs: 'ASC' } };
		expect(complaint(await api.call('Link/List', two))).toEqual(invalid('sort'));
		expect(await ids({ sort: { to: 'ASC' } })).toEqual(['1', '2', '3']);
	});
});
