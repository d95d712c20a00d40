import { complaint, invalid, NOON, SECOND, useService } from './harness.mts';

const api = useService();
const send = (params: object = {}) =>
	api.call('Message/SendSmsMessage', { recipient: '77010000000', text: 'Hello', ...params });
/** The only message there is. */
const message = () => api.service.store.message('70000000002');
const campaign = () => api.service.store.campaigns.get('70000000001');

describe('Message/SendSmsMessage', () => {
	it('makes a campaign with one message', async () => {
		expect(await send({ params: { name: 'March' } })).toEqual({
			code: 0,
			data: { campaignId: '70000000001', messageId: '70000000002', status: 2 },
			message: '',
		});
		expect(message()).toMatchObject({
			campaignId: '70000000001',
			from: 'Mobizon',
			to: '77010000000',
			text: 'Hello',
			status: 'NEW',
			segNum: 1,
			startSendTs: null,
			statusUpdateTs: null,
		});
		expect(campaign()).toMatchObject({ name: 'March', createTs: NOON, sentTs: null });
		expect(api.service.calls[0]?.accepted).toEqual(['70000000002']);
	});

	it.each([
		['', 'Mobizon'],
		['Nobody', 'Mobizon'],
		['Shop', 'Shop'],
	])('sends from "%s" as %s', async (from, expected) => {
		await send({ from });
		expect(message()).toMatchObject({ from: expected });
	});

	it.each([
		['7701000', '7701000'],
		['+77010000000', '77010000000'],
		['123456789012345', '123456789012345'],
	])('takes the recipient %s', async (recipient, to) => {
		expect(await send({ recipient })).toMatchObject({ code: 0 });
		expect(message()).toMatchObject({ to });
	});

	it.each([
		'',
		'770100',
		'1234567890123456',
		'7 701 000 00 00',
		'7(701)0000000',
		' 77010000000',
		'x',
	])('refuses the recipient "%s"', async (recipient) => {
		expect(complaint(await send({ recipient }))).toEqual(invalid('recipient'));
		expect(api.service.store.messages.size).toBe(0);
	});

	it.each([
		['a'.repeat(160), 1],
		['a'.repeat(161), 2],
		['€'.repeat(80), 1],
		['€'.repeat(81), 2],
		['я'.repeat(70), 1],
		['я'.repeat(71), 2],
		['я'.repeat(135), 3],
	])('counts the segments of a text', async (text, segNum) => {
		await send({ text });
		expect(message()).toMatchObject({ segNum, text });
	});

	it('keeps a text that awaits moderation', async () => {
		expect(await send({ text: 'For Moderation' })).toMatchObject({ code: 0, data: { status: 1 } });
		api.service.advance(60 * SECOND);
		expect(message()).toMatchObject({ status: 'NEW', startSendTs: null });
		expect(campaign()).toMatchObject({ status: 'MODERATION' });
	});

	it('shortens links only when asked to', async () => {
		const text = 'See https://example.com/a?b=1 now.';
		await send({ text, params: { shortenLinks: 0 } });
		expect(message()).toMatchObject({ text });
		expect(api.service.store.links.size).toBe(0);
		api.service.reset();
		await send({ text, params: { shortenLinks: 1 } });
		expect(message()).toMatchObject({ text: `See ${api.service.url}/8kn5 now.` });
		expect(api.service.store.link('400001')).toMatchObject({
			fullLink: 'https://example.com/a?b=1',
			campaignId: '70000000001',
		});
	});

	it.each([
		['2026-03-10 13:00:00', 0],
		['2026-03-24 12:00:00', 0],
		['2026-03-10 12:59:59', 1],
		['2026-03-24 12:00:01', 1],
		['2026-03-11T12:00:00', 1],
		['2026-03-11', 1],
		['', 1],
	])('defers to %s: code %d', async (deferredToTs, code) => {
		const answer = await send({ params: { deferredToTs } });
		expect(answer).toMatchObject({ code });
		expect(complaint(answer).fields).toEqual(
			code === 0 ? ['campaignId', 'messageId', 'status'] : ['params.deferredToTs'],
		);
	});

	it('starts a deferred message at its time', async () => {
		await send({ params: { deferredToTs: '2026-03-10 14:00:00' } });
		api.service.advance(2 * 3600 * SECOND);
		expect(message()).toMatchObject({ status: 'NEW', startSendTs: null });
		api.service.advance(SECOND);
		expect(message()).toMatchObject({ status: 'ACCEPTD', startSendTs: NOON + 7200 * SECOND });
	});

	it.each([60, 1440])('takes a validity of %d minutes', async (validity) => {
		expect(await send({ params: { validity } })).toMatchObject({ code: 0 });
	});

	it.each([
		[{ text: '' }, 'text'],
		[{ params: { validity: 59 } }, 'params.validity'],
		[{ params: { validity: 1441 } }, 'params.validity'],
		[{ params: { validity: '60.5' } }, 'params.validity'],
		[{ params: { shortenLinks: 2 } }, 'params.shortenLinks'],
		[{ params: { shortenLinks: 'true' } }, 'params.shortenLinks'],
		[{ params: { deferred: 1 } }, 'params.deferred'],
		[{ params: 'x' }, 'params'],
		[{ sender: 'x' }, 'sender'],
		[{ text: ['a', 'b'] }, 'text'],
	])('names the field of %j', async (params, field) => {
		expect(complaint(await send(params))).toEqual(invalid(field));
		expect(api.service.store.messages.size).toBe(0);
	});

	it('misses recipient and text', async () => {
		expect(await send({ text: undefined })).toMatchObject({ code: 11 });
		expect(await send({ recipient: undefined })).toMatchObject({ code: 11 });
	});
});
