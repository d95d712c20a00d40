import { NOON } from '../engine/lib/harness.mts';
import { DEFAULT_KEY, startService, type LocalService } from '../service/index.mts';
import { mobizonNode } from './mobizonNode.mts';

// A client that strangers wrote for the real service judges the local one, which judges the nodes.
const client = mobizonNode();
const judge = typeof client === 'string' ? test.skip : test;
const how = typeof client === 'string' ? `SKIPPED, ${client}` : 'mobizon-node 0.3.6';

let service: LocalService;
beforeAll(async () => {
	service = await startService({ now: () => NOON });
	if (typeof client !== 'string') client.setConfig({ apiServer: service.url, apiKey: DEFAULT_KEY });
});
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const call = async (name: string, params: object): Promise<unknown> => {
	if (typeof client === 'string') throw new Error(client);
	return await client[name](params);
};

describe(how, () => {
	judge('makes, changes, measures and deletes a short link', async () => {
		const data = { fullLink: 'https://example.com/page', comment: 'Spring' };
		const created = await call('createShort', { data });
		expect(created).toMatchObject({
			code: 0,
			data: { id: '400001', code: expect.any(String), shortLink: expect.stringMatching(/^http/) },
		});
		expect(await call('getShort', { id: 400001 })).toMatchObject({
			code: 0,
			data: { fullLink: data.fullLink, comment: 'Spring' },
		});
		expect(
			await call('updateShort', { id: 400001, data: { comment: 'Autumn', status: 0 } }),
		).toMatchObject({ code: 0 });
		expect(service.store.link(400001)).toMatchObject({ comment: 'Autumn', status: 0 });
		const stats = {
			ids: ['400001'],
			type: 'monthly',
			criteria: { dateFrom: '2026-01-01 00:00:00' },
		};
		expect(await call('getStatsShort', stats)).toMatchObject({
			code: 0,
			data: { items: expect.any(Array), totals: { totalClicks0: 0 } },
		});
		expect(await call('deleteShort', { ids: ['400001'] })).toMatchObject({
			code: 0,
			data: { processed: ['400001'], notProcessed: [] },
		});
		expect(service.store.links.size).toBe(0);
	});

	judge('lists links and messages, and reads a delivery report', async () => {
		service.store.addLink({ comment: 'Spring' });
		const { id } = service.store.addMessage({ to: '77011234567' });
		const page = { pagination: { currentPage: 0, pageSize: 25 } };
		expect(await call('listShort', { criteria: { query: 'Spr' }, ...page })).toMatchObject({
			code: 0,
			data: { totalItemCount: '1', items: [{ id: '400001' }] },
		});
		expect(
			await call('listSms', { criteria: { to: '7701' }, ...page, sort: { segNum: 'ASC' } }),
		).toMatchObject({ code: 0, data: { totalItemCount: '1', items: [{ id }] } });
		expect(await call('getSms', { ids: [id] })).toMatchObject({
			code: 0,
			data: [{ id, status: 'DELIVRD' }],
		});
	});

	judge('learns of what is wrong by the code', async () => {
		expect(await call('getShort', { id: 5 })).toMatchObject({ code: 2 });
		expect(await call('createShort', { data: { fullLink: 'nothing' } })).toMatchObject({ code: 1 });
	});

	// The real service takes a message by GET; the local one is stricter, which its README says.
	judge('sends by GET, which only the real service takes', async () => {
		await expect(call('sendSms', { recipient: '77011234567', text: 'Hi' })).rejects.toThrow('405');
		expect(service.store.messages.size).toBe(0);
	});
});
