import type { Freedoms } from '../index.mts';
import { NOON, useService } from './harness.mts';

const api = useService();

beforeEach(() => {
	api.service.store.addMessage({ createdAt: NOON });
	api.service.store.addLink();
});

describe('F22: numbers and ids', () => {
	it('shows recipients with a plus, and finds them by their digits', async () => {
		api.service.freedoms.numbersWithPlus = true;
		const criteria = { to: '77010000000' };
		expect(await api.column('Message/List', 'to', { criteria })).toEqual(['+77010000000']);
	});

	it.each<[Freedoms['idForm'], (id: number) => unknown]>([
		['asIs', String],
		['number', (id) => id],
		['text', String],
		['spaced', (id) => ` ${id}`],
	])('writes ids in one form everywhere: %s', async (idForm, form) => {
		api.service.freedoms.idForm = idForm;
		const [message] = (await api.list('Message/List')).items;
		const own = { id: form(70000000002), campaignId: form(70000000001) };
		expect(message).toMatchObject({ ...own, campaign: { id: form(70000000001) } });
		const reports = await api.call('Message/GetSMSStatus', { ids: '70000000002' });
		expect(reports.data).toMatchObject([{ id: form(70000000002) }]);
		const sent = await api.call('Message/SendSmsMessage', { recipient: '77010000000', text: 'x' });
		const ids = { messageId: form(70000000004), campaignId: form(70000000003) };
		expect(sent.data).toEqual({ ...ids, status: 2 });
		expect(await api.column('Link/List', 'id')).toEqual([form(400001)]);
		const created = await api.call('Link/Create', { data: { fullLink: 'example.com' } });
		expect(created.data).toMatchObject({ id: form(400002) });
		const deleted = await api.call('Link/Delete', { ids: [400002] });
		expect(deleted.data).toEqual({ processed: [form(400002)], notProcessed: [] });
	});

	it('leaves an id that no number can hold a text', async () => {
		api.service.store.addMessage({ id: '9007199254740993' });
		api.service.freedoms.idForm = 'number';
		expect((await api.column('Message/List', 'id')).at(0)).toBe('9007199254740993');
	});
});

describe('F23: what is not set', () => {
	it.each<[Freedoms['blankTimes'], string | null, string | null]>([
		['null', null, null],
		['space', ' ', ' '],
		['empty', '', ''],
		['zero', '0000-00-00 00:00:00', '0000-00-00'],
	])('is written as told: %s', async (blankTimes, time, date) => {
		api.service.store.addMessage({ status: 'NEW' });
		api.service.freedoms.blankTimes = blankTimes;
		const [row] = (await api.list('Message/List')).items;
		const times = { startSendTs: time, statusUpdateTs: time };
		expect(row).toMatchObject({ status: 'NEW', ...times });
		const reports = await api.call('Message/GetSMSStatus', { ids: '70000000003' });
		expect(reports.data).toMatchObject([times]);
		const [link] = (await api.list('Link/List')).items;
		expect(link).toMatchObject({ expirationDate: date, realExpirationDate: date, deletedTs: time });
	});

	it('keeps the form of reports in the documented dialect', async () => {
		api.service.setDialect('documented');
		api.service.store.addMessage({ status: 'NEW' });
		api.service.freedoms.blankTimes = 'zero';
		const { data } = await api.call('Message/GetSMSStatus', { ids: '70000000003' });
		expect(data).toMatchObject([{ startSendTs: '0000-00-00 00-00-00' }]);
	});
});
