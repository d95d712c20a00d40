import type { Freedoms } from '../index.mts';
import { NOON, oneByOne, useService } from './harness.mts';

const api = useService();
const [OLD, NEW] = [{ id: '70000000002' }, { id: '70000000003' }];
/** Each record as its id alone. */
const inShort = (data: unknown): unknown =>
	JSON.parse(JSON.stringify(data), (_key, value) =>
		typeof value?.id === 'string' ? { id: value.id } : value,
	);
const rows = async (params?: object) => inShort(await api.data('Message/List', params));
const reports = async () =>
	inShort(await api.data('Message/GetSMSStatus', { ids: '70000000002,70000000003' }));
const page = (totalItemCount: unknown, items: unknown = [NEW, OLD]) => ({ items, totalItemCount });

describe('lists with two rows', () => {
	beforeEach(() => api.store.addMessages(2));

	it.each<[freedoms: Partial<Freedoms>, list: unknown, reports?: unknown]>([
		// F6: the form of a list.
		[{}, page('2')],
		[{ listForm: 'wrapped' }, page('2'), { items: [OLD, NEW] }],
		[{ listForm: 'itemsKeyed' }, page('2', { 0: NEW, 1: OLD }), { items: { 0: OLD, 1: NEW } }],
		[{ listForm: 'bare' }, [NEW, OLD]],
		[{ listForm: 'keyed' }, { 0: NEW, 1: OLD }, { 0: OLD, 1: NEW }],
		// F6: lists that cannot be read, where a count gives that away.
		[{ unreadableList: 'itemsNull' }, page('2', null)],
		[{ unreadableList: 'itemsEmptyText' }, page('2', '')],
		[{ unreadableList: 'rows' }, page('2', [NEW.id, OLD.id]), [OLD.id, NEW.id]],
		[{ unreadableList: 'itemsNull', totalForm: 'absent' }, { items: [NEW, OLD] }],
		[{ unreadableList: 'itemsNull', totalOff: -2 }, page('0')],
		[{ emptyList: 'null', totalOff: -2 }, page('0')],
		// F7: the count.
		[{ totalForm: 'absent' }, { items: [NEW, OLD] }],
		[{ totalForm: 'number' }, page(2)],
		[{ totalOff: 3 }, page('5')],
		[{ totalOff: -1, totalForm: 'number' }, page(1)],
		[{ totalOff: -9 }, page('0')],
	])('%j', async (freedoms, list, reported = [OLD, NEW]) => {
		api.service.setFreedoms(freedoms);
		expect(await rows()).toEqual(list);
		expect(await reports()).toEqual(reported);
	});

	it('F6: links and those of a campaign come in the same form', async () => {
		api.store.addLink({ campaignId: '70000000001' });
		api.service.setFreedoms({ listForm: 'keyed' });
		const links = { 0: { id: '400001' } };
		expect(inShort(await api.data('Link/List'))).toEqual(links);
		expect(inShort(await api.data('Link/GetLinks', { campaignId: 70000000001 }))).toEqual(links);
	});

	it('F7: a count that alternates does so for each method by itself; it is a text if so set', async () => {
		api.service.setDialect('documented');
		api.service.setFreedoms({ totalAlternatesBy: 3, totalForm: 'text' });
		const methods = ['Message', 'Message', 'Link', 'Message', 'Link', 'Message'];
		const counts = await oneByOne(methods, async (module) => {
			return (await api.list(`${module}/List`)).totalItemCount;
		});
		expect(counts).toEqual(['2', '5', '0', '2', '3', '5']);
	});
});

it.each<[freedoms: Partial<Freedoms>, list: unknown, reports: unknown]>([
	[{}, page('0', []), []],
	[{ listForm: 'keyed' }, [], []],
	[{ emptyList: 'list' }, [], []],
	[{ emptyList: 'null' }, null, null],
	[{ emptyList: 'emptyText' }, '', ''],
	[{ emptyList: 'itemsNull' }, page('0', null), null],
	[{ emptyList: 'itemsEmptyText' }, page('0', ''), ''],
])('F6: lists with nothing in them and %j', async (freedoms, list, reported) => {
	api.service.setFreedoms(freedoms);
	expect(await rows()).toEqual(list);
	expect(await reports()).toEqual(reported);
	// Beyond the last page there is nothing, but the list is not empty.
	api.store.addMessages(2);
	const beyond = freedoms.listForm === 'keyed' ? [] : page('2', []);
	expect(await rows({ pagination: { currentPage: 5 } })).toEqual(beyond);
});

describe('values', () => {
	beforeEach(() => {
		api.store.addMessage({ status: 'NEW', createdAt: NOON });
		api.store.addLink();
	});

	it('F22: recipients are shown with a plus, and found by their digits', async () => {
		api.service.setFreedoms({ numbersWithPlus: true });
		const criteria = { to: '77010000000' };
		expect(await api.column('Message/List', 'to', { criteria })).toEqual(['+77010000000']);
	});

	it.each<[Freedoms['idForm'], (id: number) => unknown]>([
		['asIs', String],
		['number', (id) => id],
		['text', String],
		['spaced', (id) => ` ${id}`],
	])('F22: ids are written in one form everywhere: %s', async (idForm, form) => {
		if (idForm === 'text') api.service.setDialect('documented');
		api.service.setFreedoms({ idForm });
		const [id, campaignId] = [form(70000000002), form(70000000001)];
		const [message] = (await api.list('Message/List')).items;
		expect(message).toMatchObject({ id, campaignId });
		if (idForm !== 'text') expect(message).toMatchObject({ campaign: { id: campaignId } });
		const reported = await api.data('Message/GetSMSStatus', { ids: '70000000002' });
		expect(reported).toMatchObject([{ id }]);
		const sent = { messageId: form(70000000004), campaignId: form(70000000003), status: 2 };
		expect((await api.send()).data).toEqual(sent);
		expect(await api.column('Link/List', 'id')).toEqual([form(400001)]);
		const created = await api.data('Link/Create', { data: { fullLink: 'example.com' } });
		expect(created).toMatchObject({ id: form(400002) });
		const deleted = { processed: [form(400002)], notProcessed: [] };
		expect(await api.data('Link/Delete', { ids: [400002] })).toEqual(deleted);
	});

	it.each([
		['null', null, null, null],
		['space', ' ', ' ', ' '],
		['empty', '', '', ''],
		['zero', '0000-00-00 00:00:00', '0000-00-00', '0000-00-00 00-00-00'],
	] as const)(
		'F23: what is not set is written as %s',
		async (blankTimes, time, date, documented) => {
			api.service.setFreedoms({ blankTimes });
			const times = { startSendTs: time, statusUpdateTs: time };
			expect((await api.list('Message/List')).items[0]).toMatchObject({ status: 'NEW', ...times });
			const report = () => api.data('Message/GetSMSStatus', { ids: '70000000002' });
			expect(await report()).toMatchObject([times]);
			const dates = { expirationDate: date, realExpirationDate: date };
			expect((await api.list('Link/List')).items[0]).toMatchObject({ ...dates, deletedTs: time });
			api.service.setDialect('documented');
			expect(await report()).toMatchObject([{ startSendTs: documented }]);
		},
	);
});
