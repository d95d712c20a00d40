import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSaved, restore, save } from '../n8n/lib/memory.mts';
import { DAY, NOON, SECOND, start } from '../service/test/harness.mts';

const folder = mkdtempSync(join(tmpdir(), 'memory-'));
const file = join(folder, 'service.json');
const open: Array<() => Promise<void>> = [];
afterEach(async () => {
	for (const close of open.splice(0)) await close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function account(now = NOON) {
	const api = await start({ now: () => now, publicUrl: 'https://short.example/' });
	open.push(() => api.service.close());
	return api;
}

/** Everything that callers can read. */
const readable = async ({ call }: Awaited<ReturnType<typeof account>>) =>
	await Promise.all([
		call('Message/List', { pagination: { pageSize: 100 } }),
		call('Link/List', { pagination: { pageSize: 100 } }),
		call('Link/GetLinks', { campaignId: '70000000001' }),
	]);

it('goes on where it stood: messages, links with their clicks, campaigns, numbers that fail', async () => {
	const before = await account();
	const text = 'See https://a.example/x';
	await before.call('Message/SendSmsMessage', {
		recipient: '77015550000',
		text,
		params: { shortenLinks: 1, name: 'Sale' },
	});
	await before.call('Message/SendSmsMessage', { recipient: '77015550001', text: 'Hello' });
	const link = before.service.store.addLink({ comment: 'mine' });
	before.service.store.click(link.code);
	before.service.endings.set('77015550100', 'EXPIRED');
	before.service.advance(2 * SECOND);
	await save(before.service, file);

	const after = await account(NOON + 2 * SECOND);
	await restore(after.service, file);
	expect(await readable(after)).toEqual(await readable(before));
	expect(after.service.store.link(link.id)?.clicks).toHaveLength(1);
	expect([...after.service.endings]).toEqual([['77015550100', 'EXPIRED']]);

	const { data } = await after.call('Message/SendSmsMessage', { recipient: '77015550100', text });
	expect(data).toMatchObject({ messageId: '70000000006' });
	after.service.advance(2 * SECOND);
	expect(after.service.store.message('70000000006')?.status).toBe('EXPIRED');
});

it('lets messages go on that were on their way or wait for their time', async () => {
	const before = await account();
	const later = { deferredToTs: '2026-03-11 12:00:00' };
	const send = (text: string, params = {}) =>
		before.call('Message/SendSmsMessage', { recipient: '77015550000', text, params });
	await send('Now');
	await send('Tomorrow', later);
	await send('moderation');
	before.service.advance(SECOND);
	await save(before.service, file);

	const after = await account(NOON + 5 * SECOND);
	await restore(after.service, file);
	const statuses = () => {
		after.service.store.settle();
		return [...after.service.store.messages.all()].map(({ status }) => status);
	};
	expect(statuses()).toEqual(['DELIVRD', 'NEW', 'NEW']);
	after.service.advance(DAY);
	expect(statuses()).toEqual(['DELIVRD', 'DELIVRD', 'NEW']);
});

it('saves what has changed when it ends, and finds nothing where nothing was saved', async () => {
	const { service } = await account();
	const own = join(folder, 'own.json');
	await restore(service, own);
	expect(service.store.messages.size).toBe(0);
	const stop = keepSaved(service, own);
	service.store.addMessage({ text: 'last words' });
	await stop();
	const after = await account();
	await restore(after.service, own);
	expect([...after.service.store.messages.all()].map(({ text }) => text)).toEqual(['last words']);
	expect(existsSync(`${own}.new`)).toBe(false);
});
