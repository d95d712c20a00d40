import type { Freedoms } from '../index.mts';
import { useService } from './harness.mts';

const api = useService();
const [FIRST, SECOND_ROW] = [{ id: '70000000003' }, { id: '70000000002' }];
const data = async (method: string, params: object = {}) => (await api.call(method, params)).data;
const total = async (method = 'Message/List') =>
	Reflect.get(Object(await data(method)), 'totalItemCount');

beforeEach(() => api.service.store.addMessages(2));

describe('F6: the form of a list', () => {
	it.each<[Freedoms['listForm'], unknown, unknown]>([
		['asIs', { items: [FIRST, SECOND_ROW], totalItemCount: '2' }, [SECOND_ROW, FIRST]],
		[
			'wrapped',
			{ items: [FIRST, SECOND_ROW], totalItemCount: '2' },
			{ items: [SECOND_ROW, FIRST] },
		],
		[
			'itemsKeyed',
			{ items: { 0: FIRST, 1: SECOND_ROW }, totalItemCount: '2' },
			{ items: { 0: SECOND_ROW, 1: FIRST } },
		],
		['bare', [FIRST, SECOND_ROW], [SECOND_ROW, FIRST]],
		['keyed', { 0: FIRST, 1: SECOND_ROW }, { 0: SECOND_ROW, 1: FIRST }],
	])('%s', async (listForm, list, reports) => {
		api.service.setFreedoms({ listForm });
		expect(await data('Message/List')).toMatchObject(Object(list));
		expect(Array.isArray(await data('Message/List'))).toBe(Array.isArray(list));
		const ids = '70000000002,70000000003';
		expect(await data('Message/GetSMSStatus', { ids })).toMatchObject(Object(reports));
	});

	it('is the same for links and for those of a campaign', async () => {
		api.service.store.addLink({ campaignId: '70000000001' });
		api.service.setFreedoms({ listForm: 'keyed' });
		expect(await data('Link/List')).toMatchObject({ 0: { id: '400001' } });
		const params = { campaignId: '70000000001' };
		expect(await data('Link/GetLinks', params)).toMatchObject({ 0: { id: '400001' } });
	});

	it.each<[Freedoms['emptyList'], unknown, unknown]>([
		['asIs', { items: [], totalItemCount: '0' }, []],
		['list', [], []],
		['null', null, null],
		['emptyText', '', ''],
		['itemsNull', { items: null, totalItemCount: '0' }, null],
		['itemsEmptyText', { items: '', totalItemCount: '0' }, ''],
	])('with nothing in it: %s', async (emptyList, list, reports) => {
		api.service.setFreedoms({ emptyList });
		expect(await data('Link/List')).toEqual(list);
		expect(await data('Message/GetSMSStatus', { ids: '9' })).toEqual(reports);
		// Beyond the last page there is nothing, but the list is not empty.
		const beyond = await data('Message/List', { pagination: { currentPage: 5 } });
		expect(beyond).toEqual({ items: [], totalItemCount: '2' });
	});

	it.each<[Freedoms['unreadableList'], unknown]>([
		['itemsNull', { items: null, totalItemCount: '2' }],
		['itemsEmptyText', { items: '', totalItemCount: '2' }],
		['rows', { items: ['70000000003', '70000000002'], totalItemCount: '2' }],
	])('that cannot be read: %s', async (unreadableList, list) => {
		api.service.setFreedoms({ unreadableList });
		expect(await data('Message/List')).toEqual(list);
		expect(await data('Link/List')).toEqual({ items: [], totalItemCount: '0' });
	});

	it('never hides rows where no count gives them away', async () => {
		api.service.setFreedoms({ unreadableList: 'itemsNull', totalForm: 'absent' });
		expect(await data('Message/List')).toMatchObject({ items: [FIRST, SECOND_ROW] });
		api.service.setFreedoms({ unreadableList: 'itemsNull', totalOff: -2 });
		expect(await data('Message/List')).toMatchObject({ items: [FIRST, SECOND_ROW] });
		api.service.setFreedoms({ emptyList: 'null', totalOff: -2 });
		expect(await data('Message/List')).toMatchObject({ items: [FIRST, SECOND_ROW] });
	});
});

describe('F7: totalItemCount', () => {
	it.each<[Partial<Freedoms>, unknown]>([
		[{ totalForm: 'absent' }, undefined],
		[{ totalForm: 'text' }, '2'],
		[{ totalForm: 'number' }, 2],
		[{ totalOff: 3 }, '5'],
		[{ totalOff: -1, totalForm: 'number' }, 1],
		[{ totalOff: -9 }, '0'],
	])('%j', async (freedoms, expected) => {
		api.service.setFreedoms(freedoms);
		expect(await total()).toBe(expected);
	});

	it('is a text in the documented dialect when told so', async () => {
		api.service.setDialect('documented');
		expect(await total()).toBe(2);
		api.service.setFreedoms({ totalForm: 'text' });
		expect(await total()).toBe('2');
	});

	it('alternates, for each method by itself', async () => {
		api.service.setFreedoms({ totalAlternatesBy: 3 });
		expect([await total(), await total(), await total('Link/List'), await total()]).toEqual([
			'2',
			'5',
			'0',
			'2',
		]);
		expect(await total('Link/List')).toBe('3');
	});
});
