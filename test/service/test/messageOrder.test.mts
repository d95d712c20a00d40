import { addFourMessages } from './fourMessages.mts';
import { DAY, NOON, SECOND, useService } from './harness.mts';

const api = useService();
const ids = (params: object = {}) => api.column('Message/List', 'id', params);

beforeEach(() => addFourMessages(api.service.store));

describe('Message/List: order and pages', () => {
	it.each([
		['campaignId', ['3', '2', '1', '4']],
		['from', ['4', '3', '1', '2']],
		['to', ['4', '3', '2', '1']],
		['text', ['3', '2', '1', '4']],
		['status', ['3', '1', '4', '2']],
		['startSendTs', ['4', '2', '1', '3']],
		['statusUpdateTs', ['4', '1', '2', '3']],
		['segNum', ['4', '3', '2', '1']],
	])('sorts by %s, equal ones and absent ones in a fixed order', async (field, expected) => {
		expect(await ids({ sort: { [field]: 'ASC' } })).toEqual(expected);
		const down = await ids({ sort: { [field]: 'DESC' } });
		expect(new Set(down)).toEqual(new Set(expected));
		expect(down).not.toEqual(expected);
	});

	it('sorts what the index does not hold in the same way', async () => {
		const criteria = { statusUpdateTsFrom: '2026-03-10 12:00:00' };
		expect(await ids({ criteria, sort: { from: 'DESC' } })).toEqual(['2', '3']);
		expect(await ids({ sort: { status: 'ASC', segNum: 'DESC' } })).toEqual(['1', '3', '4', '2']);
	});

	it.each(['ASC', 'DESC'])(
		'gives every message once over the pages, ties too: %s',
		async (direction) => {
			api.service.reset();
			api.service.store.addMessages(230);
			const seen: unknown[] = [];
			for (let currentPage = 0; currentPage < 4; currentPage++) {
				const pagination = { pageSize: 100, currentPage };
				seen.push(...(await ids({ pagination, sort: { statusUpdateTs: direction } })));
			}
			expect(seen).toHaveLength(230);
			expect(new Set(seen).size).toBe(230);
			expect(await ids()).toHaveLength(25);
		},
	);

	it('moves a message when its status changes', async () => {
		const sort = { statusUpdateTs: 'ASC' };
		await ids({ sort });
		api.service.store.setStatus(1, 'DELIVRD', NOON + 9 * SECOND);
		api.service.store.setStatus(4, 'ENQUEUD', NOON - 2 * DAY);
		expect(await ids({ sort })).toEqual(['4', '2', '3', '1']);
		expect(await ids()).toEqual(['4', '3', '2', '1']);
	});
});

describe('Message/List: rows', () => {
	it('have the documented fields and more', async () => {
		const { items } = await api.list('Message/List', { criteria: { text: 'Hi' } });
		expect(items[0]).toEqual({
			id: '1',
			campaignId: '11',
			segNum: '3',
			segUserBuy: '0.0600',
			from: 'Mobizon',
			to: '77011112233',
			text: 'Hi',
			status: 'DELIVRD',
			groups: '5,6',
			uuid: '00000000-0000-4000-8000-000000000001',
			countryA2: null,
			operatorName: null,
			startSendTs: '2026-03-09 12:00:00',
			statusUpdateTs: '2026-03-09 12:00:00',
			userId: '1001',
			params: [],
			campaign: { id: '11', name: '', commonStatus: 'DONE', createTs: '2026-03-09 12:00:00' },
		});
	});

	it('tell country and operator only when asked', async () => {
		const params = { criteria: { text: 'Hi' }, withNumberInfo: 1 };
		expect(await api.column('Message/List', 'countryA2', params)).toEqual(['KZ']);
		expect(await api.column('Message/List', 'operatorName', params)).toEqual(['Operator KZ']);
		const without = { ...params, withNumberInfo: 0 };
		expect(await api.column('Message/List', 'countryA2', without)).toEqual([null]);
	});
});
