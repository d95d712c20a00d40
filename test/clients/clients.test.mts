import { NOON } from '../engine/lib/harness.mts';
import { DEFAULT_KEY, startService, type LocalService } from '../service/index.mts';
import { mobizonNode, mobizonPhp, type Caller, type Connect } from './strangers.mts';

// Clients that others wrote for the real service judge the local one, which judges the nodes.
const CLIENTS = [
	['mobizon-node 0.3.6', mobizonNode],
	['mobizon-php 2.0.3', mobizonPhp],
] as const;

const testOf = (client: Connect | string) => (typeof client === 'string' ? test.skip : test);

let service: LocalService;
beforeAll(async () => {
	service = await startService({ now: () => NOON });
});
beforeEach(() => service.reset());
afterAll(async () => await service.close());

const page = { pagination: { currentPage: 0, pageSize: 25 } };
const one = (fields: object) => ({ code: 0, data: { totalItemCount: '1', items: [fields] } });

describe.each(CLIENTS)('%s', (_, connect) => {
	const isHad = typeof connect !== 'string';
	const judge = testOf(connect);
	const title = (promise: string) => (isHad ? promise : `SKIPPED, ${connect}: ${promise}`);
	let call: Caller;
	beforeEach(() => {
		if (isHad) call = connect(service.url, DEFAULT_KEY);
	});

	judge(title('makes, changes, measures and deletes a short link'), async () => {
		const data = { fullLink: 'https://example.com/page?a=1&b=2', comment: 'Весна & co' };
		const created = { id: '400001', shortLink: expect.stringMatching(/^http/) };
		expect(await call('Link/Create', { data })).toMatchObject({ code: 0, data: created });
		expect(await call('Link/Get', { id: 400001 })).toMatchObject({ code: 0, data });
		const change = { comment: 'Autumn', status: 0 };
		expect(await call('Link/Update', { id: 400001, data: change })).toMatchObject({ code: 0 });
		expect(service.store.link(400001)).toMatchObject(change);
		const span = { type: 'monthly', criteria: { dateFrom: '2026-01-01 00:00:00' } };
		const counted = { items: expect.any(Array), totals: { totalClicks0: 0 } };
		const statistics = await call('Link/GetStats', { ids: ['400001'], ...span });
		expect(statistics).toMatchObject({ code: 0, data: counted });
		const deleted = { processed: ['400001'], notProcessed: [] };
		const answer = await call('Link/Delete', { ids: ['400001'] });
		expect(answer).toMatchObject({ code: 0, data: deleted });
		expect(service.store.links.size).toBe(0);
	});

	judge(title('lists links and messages, and reads a delivery report'), async () => {
		service.store.addLink({ comment: 'Spring' });
		const { id } = service.store.addMessage({ to: '77011234567' });
		const links = await call('Link/List', { criteria: { query: 'Spr' }, ...page });
		expect(links).toMatchObject(one({ id: '400001' }));
		const sorted = { criteria: { to: '7701' }, ...page, sort: { segNum: 'ASC' } };
		expect(await call('Message/List', sorted)).toMatchObject(one({ id }));
		const reports = await call('Message/GetSMSStatus', { ids: [id, '13394'] });
		expect(reports).toMatchObject({ code: 0, data: [{ id, status: 'DELIVRD' }] });
	});

	judge(title('learns of what is wrong by the code'), async () => {
		expect(await call('Link/Get', { id: 5 })).toMatchObject({ code: 2 });
		const created = await call('Link/Create', { data: { fullLink: 'nothing' } });
		expect(created).toMatchObject({ code: 1 });
		if (!isHad) return;
		const other = connect(service.url, 'a'.repeat(40));
		expect(await other('Link/Get', { id: 5 })).toMatchObject({ code: 8 });
	});
});

// The real service takes a message by GET; the local one is stricter, which its README says.
testOf(mobizonNode)('mobizon-node sends by GET, and is refused', async () => {
	if (typeof mobizonNode === 'string') return;
	const call = mobizonNode(service.url, DEFAULT_KEY);
	const sent = call('Message/SendSmsMessage', { recipient: '77011234567', text: 'Hi' });
	await expect(sent).rejects.toThrow('405');
	expect(service.store.messages.size).toBe(0);
});

testOf(mobizonPhp)('mobizon-php sends a message, whose links the service shortens', async () => {
	if (typeof mobizonPhp === 'string') return;
	const call = mobizonPhp(service.url, DEFAULT_KEY);
	const message = { recipient: '77011234567', text: 'Спасибо & https://example.com/page' };
	const params = { ...message, from: 'Shop', params: { shortenLinks: 1 } };
	const { data } = await call('Message/SendSmsMessage', params);
	const { campaignId, messageId } = data as { campaignId: string; messageId: string };
	expect(service.store.message(Number(messageId))).toMatchObject({
		to: message.recipient,
		from: 'Shop',
		text: expect.stringMatching(/^Спасибо & http/),
	});
	expect(await call('Link/GetLinks', { campaignId })).toMatchObject({
		data: [{ fullLink: 'https://example.com/page' }],
	});
});
