import { HOUR, NOON, SECOND, start, useService } from './harness.mts';

const api = useService();
/** The only message there is. */
const message = () => api.store.message('70000000002');
const campaign = () => api.store.campaigns.get('70000000001');
const statusAfter = (ms: number) => {
	api.service.advance(ms);
	return message()?.status;
};

describe('Message/SendSmsMessage', () => {
	it.each([
		[{ from: '' }, { from: 'Mobizon' }],
		[{ from: 'Nobody' }, { from: 'Mobizon' }],
		[{ from: 'Shop' }, { from: 'Shop' }],
		[{ recipient: '7701000' }, { to: '7701000' }],
		[{ recipient: '+77010000000' }, { to: '77010000000' }],
		[{ text: 'a'.repeat(160) }, { segNum: 1 }],
		[{ text: 'a'.repeat(161) }, { segNum: 2 }],
		[{ text: '€'.repeat(80) }, { segNum: 1 }],
		[{ text: '€'.repeat(81) }, { segNum: 2 }],
		[{ text: 'я'.repeat(70) }, { segNum: 1 }],
		[{ text: 'я'.repeat(71) }, { segNum: 2 }],
		[{ text: 'я'.repeat(135) }, { segNum: 3, text: 'я'.repeat(135) }],
	])('makes of %j a message with %j', async (given, expected) => {
		await api.send(given);
		expect(message()).toMatchObject(expected);
	});

	it.each([
		[0, 0],
		[1, 1],
	])('takes a time an hour ahead, %d ms later no more: code %d', async (ms, code) => {
		api.service.advance(ms);
		const params = { deferredToTs: '2026-03-10 13:00:00' };
		expect(await api.send({ params })).toMatchObject({ code });
	});

	it('keeps a text that awaits moderation', async () => {
		expect(await api.send({ text: 'For Moderation' })).toMatchObject({ data: { status: 1 } });
		expect(statusAfter(60 * SECOND)).toBe('NEW');
		expect(message()).toMatchObject({ startSendTs: null });
		expect(campaign()).toMatchObject({ status: 'MODERATION' });
	});

	it.each([0, 1])('shortens links only when asked to: %d', async (shortenLinks) => {
		const fullLink = 'https://example.com/a?b=1';
		await api.send({ text: `See ${fullLink} now.`, params: { shortenLinks } });
		const shown = shortenLinks === 1 ? `${api.service.url}/8kn5` : fullLink;
		expect(message()).toMatchObject({ text: `See ${shown} now.` });
		const links = [...api.store.links.all()];
		expect(links).toMatchObject(Array(shortenLinks).fill({ fullLink, campaignId: '70000000001' }));
	});
});

describe('the life of a message', () => {
	it('goes through its statuses by the clock', async () => {
		await api.send();
		expect(statusAfter(299)).toBe('NEW');
		expect(statusAfter(1)).toBe('ENQUEUD');
		expect(campaign()).toMatchObject({ status: 'SENT', sentTs: NOON });
		expect(statusAfter(500)).toBe('ACCEPTD');
		expect(statusAfter(700)).toBe('DELIVRD');
		expect(message()).toMatchObject({ startSendTs: NOON, statusUpdateTs: NOON + SECOND });
		expect(campaign()).toMatchObject({ status: 'DONE', sentTs: NOON });
	});

	it.each([
		['01', 'UNDELIV', SECOND],
		['02', 'REJECTD', SECOND],
		['03', 'EXPIRED', SECOND],
		['04', 'DELETED', SECOND],
		['05', 'ACCEPTD', 0],
		['06', 'DELIVRD', SECOND],
	])('of ...%s ends as %s, %d ms later as it is written', async (end, status, later) => {
		await api.send({ recipient: `770100000${end}` });
		expect(statusAfter(HOUR)).toBe(status);
		expect(message()).toMatchObject({ statusUpdateTs: NOON + later });
	});

	it('is in the hands of a test that sets a status', async () => {
		await api.send();
		api.store.setStatus('70000000002', 'PDLIVRD');
		expect(statusAfter(HOUR)).toBe('PDLIVRD');
		expect(message()).toMatchObject({ statusUpdateTs: NOON });
		expect(() => api.store.setStatus(1, 'NEW')).toThrow('No message 1');
	});

	it('can be another one', async () => {
		const lifecycle = (to: string) => [{ after: 10, status: `S${to.slice(-1)}` }];
		const { service, send, column } = await start({ lifecycle });
		await send({ recipient: '77010000007' });
		service.advance(60 * SECOND);
		expect(await column('Message/List', 'status')).toEqual(['S7']);
		await service.close();
	});
});
