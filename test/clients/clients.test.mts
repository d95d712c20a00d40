import { DEFAULT_KEY } from '../service/index.mts';
import { useService } from '../service/test/harness.mts';
import { mobizonNode, mobizonPhp, type Caller, type Connect } from './strangers.mts';

// Clients that others wrote for the real service judge the local one, which judges the nodes.

const api = useService();

const page = { pagination: { currentPage: 0, pageSize: 25 } };
const one = (fields: object) => ({ code: 0, data: { totalItemCount: '1', items: [fields] } });

/** What every client does, and what it alone does with a message. One that cannot be had is left open. */
function judge(
	name: string,
	connect: Connect | string,
	sends: string,
	send: (call: Caller) => Promise<void>,
) {
	if (typeof connect === 'string') {
		test.todo(`is judged by ${name}: ${connect}`);
		return;
	}
	const call: Caller = async (...given) => await connect(api.service.url, DEFAULT_KEY)(...given);

	describe(name, () => {
		test('makes, changes, measures and deletes a short link', async () => {
			const data = { fullLink: 'https://example.com/page?a=1&b=2', comment: 'Весна & co' };
			const created = { id: '400001', shortLink: expect.stringMatching(/^http/) };
			expect(await call('Link/Create', { data })).toMatchObject({ code: 0, data: created });
			expect(await call('Link/Get', { id: 400001 })).toMatchObject({ code: 0, data });
			const change = { comment: 'Autumn', status: 0 };
			expect(await call('Link/Update', { id: 400001, data: change })).toMatchObject({ code: 0 });
			expect(api.store.link(400001)).toMatchObject(change);
			const span = { type: 'monthly', criteria: { dateFrom: '2026-01-01 00:00:00' } };
			const counted = { items: expect.any(Array), totals: { totalClicks0: 0 } };
			const statistics = await call('Link/GetStats', { ids: ['400001'], ...span });
			expect(statistics).toMatchObject({ code: 0, data: counted });
			const deleted = { processed: ['400001'], notProcessed: [] };
			const answer = await call('Link/Delete', { ids: ['400001'] });
			expect(answer).toMatchObject({ code: 0, data: deleted });
			expect(api.store.links.size).toBe(0);
		});

		test('lists links and messages, and reads a delivery report', async () => {
			api.store.addLink({ comment: 'Spring' });
			const { id } = api.store.addMessage({ to: '77011234567' });
			const links = await call('Link/List', { criteria: { query: 'Spr' }, ...page });
			expect(links).toMatchObject(one({ id: '400001' }));
			const sorted = { criteria: { to: '7701' }, ...page, sort: { segNum: 'ASC' } };
			expect(await call('Message/List', sorted)).toMatchObject(one({ id }));
			const reports = await call('Message/GetSMSStatus', { ids: [id, '13394'] });
			expect(reports).toMatchObject({ code: 0, data: [{ id, status: 'DELIVRD' }] });
		});

		test('learns of what is wrong by the code', async () => {
			expect(await call('Link/Get', { id: 5 })).toMatchObject({ code: 2 });
			const created = await call('Link/Create', { data: { fullLink: 'nothing' } });
			expect(created).toMatchObject({ code: 1 });
			const other = connect(api.service.url, 'a'.repeat(40));
			expect(await other('Link/Get', { id: 5 })).toMatchObject({ code: 8 });
		});

		test(sends, async () => await send(call));
	});
}

const message = { recipient: '77011234567', text: 'Спасибо & https://example.com/page' };

// The real service takes a message by GET; the local one is stricter, which its README says.
judge('mobizon-node 0.3.6', mobizonNode, 'sends by GET, and is refused', async (call) => {
	await expect(call('Message/SendSmsMessage', message)).rejects.toThrow('404');
	expect(api.store.messages.size).toBe(0);
});

judge('mobizon-php 2.0.3', mobizonPhp, 'sends, and the service shortens links', async (call) => {
	const params = { ...message, from: 'Shop', params: { shortenLinks: 1 } };
	const { data } = await call('Message/SendSmsMessage', params);
	const { campaignId, messageId } = data as { campaignId: string; messageId: string };
	expect(api.store.message(Number(messageId))).toMatchObject({
		to: message.recipient,
		from: 'Shop',
		text: expect.stringMatching(/^Спасибо & http/),
	});
	expect(await call('Link/GetLinks', { campaignId })).toMatchObject({
		data: [{ fullLink: 'https://example.com/page' }],
	});
});
