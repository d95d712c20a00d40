import { NOON } from '../engine/lib/harness.mts';
import { DEFAULT_KEY, startService, type LocalService } from '../service/index.mts';
import { mobizonPhp } from './mobizonPhp.mts';

// The client that the vendor wrote for the real service judges the local one, which judges the nodes.
const client = mobizonPhp();
const judge = typeof client === 'string' ? test.skip : test;
const how = typeof client === 'string' ? `SKIPPED, ${client}` : 'mobizon-php 2.0.3';

let service: LocalService;
beforeAll(async () => (service = await startService({ now: () => NOON })));
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const call = async (method: string, params: object, key = DEFAULT_KEY) => {
	if (typeof client === 'string') throw new Error(client);
	return await client(new URL(service.url).host, key, method, params);
};

describe(how, () => {
	judge('makes, changes, measures and deletes a short link', async () => {
		const data = { fullLink: 'https://example.com/page?a=1&b=2', comment: 'Весна & co' };
		expect(await call('Link/Create', { data })).toMatchObject({
			accepted: true,
			data: { id: '400001', code: expect.any(String), shortLink: expect.stringMatching(/^http/) },
		});
		expect(await call('Link/Get', { id: 400001 })).toMatchObject({ accepted: true, data });
		const change = { id: 400001, data: { comment: 'Autumn', status: 0 } };
		expect(await call('Link/Update', change)).toMatchObject({ accepted: true });
		expect(service.store.link(400001)).toMatchObject({ comment: 'Autumn', status: 0 });
		const span = { type: 'monthly', criteria: { dateFrom: '2026-01-01 00:00:00' } };
		expect(await call('Link/GetStats', { ids: [400001], ...span })).toMatchObject({
			accepted: true,
			data: { items: expect.any(Array), totals: { totalClicks0: 0 } },
		});
		expect(await call('Link/Delete', { ids: [400001] })).toMatchObject({
			accepted: true,
			data: { processed: ['400001'], notProcessed: [] },
		});
		expect(service.store.links.size).toBe(0);
	});

	judge('sends a message, reads its report and finds it in the list', async () => {
		const message = { recipient: '77011234567', text: 'Спасибо & до свидания' };
		const sent = await call('Message/SendSmsMessage', { ...message, from: 'Shop' });
		expect(sent).toMatchObject({ accepted: true, data: { messageId: expect.any(String) } });
		const { messageId: id } = sent.data as { messageId: string };
		expect(service.store.message(Number(id))).toMatchObject({
			to: message.recipient,
			text: message.text,
			from: 'Shop',
		});
		expect(await call('Message/GetSMSStatus', { ids: [id, '13394'] })).toMatchObject({
			accepted: true,
			data: [{ id, status: expect.any(String) }],
		});
		const page = { pagination: { currentPage: 0, pageSize: 100 }, sort: { campaignId: 'ASC' } };
		expect(await call('Message/List', { criteria: { to: '7701' }, ...page })).toMatchObject({
			accepted: true,
			data: { totalItemCount: '1', items: [{ id, text: message.text }] },
		});
	});

	judge('lists links, and the links of a campaign', async () => {
		service.store.addLink({ comment: 'Spring' });
		expect(await call('Link/List', { criteria: { query: 'Spr' } })).toMatchObject({
			accepted: true,
			data: { totalItemCount: '1', items: [{ id: '400001' }] },
		});
		const text = 'See https://example.com/page';
		const params = { shortenLinks: 1 };
		const sent = await call('Message/SendSmsMessage', { recipient: '77011234567', text, params });
		const { campaignId } = sent.data as { campaignId: string };
		expect(await call('Link/GetLinks', { campaignId })).toMatchObject({
			accepted: true,
			data: [{ fullLink: 'https://example.com/page' }],
		});
	});

	judge('learns of what is wrong by the code', async () => {
		expect(await call('Link/Get', { id: 5 })).toMatchObject({ accepted: false, code: 2 });
		expect(await call('Link/Create', { data: { fullLink: 'nothing' } })).toMatchObject({
			accepted: false,
			code: 1,
		});
		const wrong = await call('Link/Get', { id: 5 }, 'a'.repeat(40));
		expect(wrong).toMatchObject({ accepted: false, code: 8 });
	});
});
