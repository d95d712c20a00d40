import { HOUR, NOON, SECOND, start, times, useService } from './harness.mts';

const api = useService();
/** The only message there is. */
const message = () => api.store.message('70000000002');
const campaign = () => api.store.campaigns.get('70000000001');
const statusAfter = (ms: number) => {
	api.service.advance(ms);
	return message()?.status;
};

describe('Message/SendSmsMessage', () => {
	it('makes a campaign with one message', async () => {
		const ids = { campaignId: '70000000001', messageId: '70000000002' };
		const answer = await api.send({ params: { name: 'March' } });
		expect(answer).toEqual({ code: 0, data: { ...ids, status: 2 }, message: '' });
		expect(message()).toEqual({
			id: '70000000002',
			campaignId: '70000000001',
			from: 'Mobizon',
			to: '77010000000',
			text: 'Hello',
			status: 'NEW',
			segNum: 1,
			groups: '',
			startSendTs: null,
			statusUpdateTs: null,
			createdAt: NOON,
		});
		expect(campaign()).toMatchObject({ name: 'March', createTs: NOON, sentTs: null });
		expect(api.service.calls[0]?.accepted).toEqual(['70000000002']);
	});

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

	it('keeps a text that awaits moderation', async () => {
		const text = 'For Moderation';
		expect(await api.send({ text })).toMatchObject({ code: 0, data: { status: 1 } });
		expect(statusAfter(60 * SECOND)).toBe('NEW');
		expect(message()).toMatchObject({ startSendTs: null });
		expect(campaign()).toMatchObject({ status: 'MODERATION' });
	});

	it('shortens links only when asked to', async () => {
		const text = 'See https://example.com/a?b=1 now.';
		await api.send({ text, params: { shortenLinks: 0 } });
		expect(message()).toMatchObject({ text });
		expect(api.store.links.size).toBe(0);
		api.service.reset();
		await api.send({ text, params: { shortenLinks: 1 } });
		expect(message()).toMatchObject({ text: `See ${api.service.url}/8kn5 now.` });
		const fullLink = 'https://example.com/a?b=1';
		expect(api.store.link('400001')).toMatchObject({ fullLink, campaignId: '70000000001' });
	});

	it('starts a deferred message at its time', async () => {
		await api.send({ params: { deferredToTs: '2026-03-10 14:00:00' } });
		expect(statusAfter(2 * HOUR)).toBe('NEW');
		expect(message()).toMatchObject({ startSendTs: null });
		expect(statusAfter(SECOND)).toBe('ACCEPTD');
		expect(message()).toMatchObject({ startSendTs: NOON + 2 * HOUR });
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
		expect(campaign()).toMatchObject({ status: 'DONE' });
	});

	it.each([
		['01', 'UNDELIV'],
		['02', 'REJECTD'],
		['03', 'EXPIRED'],
		['04', 'DELETED'],
		['05', 'ACCEPTD'],
		['06', 'DELIVRD'],
	])('ends for ...%s with %s', async (ending, status) => {
		await api.send({ recipient: `770100000${ending}` });
		expect(statusAfter(HOUR)).toBe(status);
	});

	it('is in the hands of a test that sets a status', async () => {
		await api.send();
		api.store.setStatus('70000000002', 'PDLIVRD');
		expect(statusAfter(HOUR)).toBe('PDLIVRD');
		expect(message()).toMatchObject({ statusUpdateTs: NOON });
		expect(() => api.store.setStatus(1, 'NEW')).toThrow('No message 1');
	});

	it('can stand still or be one of its own', async () => {
		const own = (to: string) => [{ after: 10, status: `S${to.slice(-1)}` }];
		const statuses = await times(2, async (n) => {
			const { service, send, column } = await start({ lifecycle: n === 0 ? 'manual' : own });
			await send({ recipient: '77010000007' });
			service.advance(60 * SECOND);
			const seen = await column('Message/List', 'status');
			await service.close();
			return seen;
		});
		expect(statuses).toEqual([['NEW'], ['S7']]);
	});
});

describe('Message/GetSMSStatus', () => {
	const time = '2026-03-10 12:00:00';
	const sent = { status: 'DELIVRD', segNum: '2', startSendTs: time, statusUpdateTs: time };
	const fresh = { status: 'NEW', segNum: '1', startSendTs: null, statusUpdateTs: null };
	const [first, third] = [101, 103].map((id) => ({ id: String(id), ...sent }));

	it.each([
		[
			['103', '101'],
			[first, third],
		],
		['103,101', [first, third]],
		[
			['101', '103', '101'],
			[first, third],
		],
		['500', [{ id: '500', ...fresh }]],
		[['1', '101'], [first]],
		['1', []],
	])(
		'gives a bare list for %j, in order of id, without those that are not there',
		async (ids, reports) => {
			api.store.addMessages(3, (n) => ({ id: String(101 + n), segNum: 2 }));
			api.store.addMessage({ id: '500', status: 'NEW' });
			expect(await api.data('Message/GetSMSStatus', { ids })).toEqual(reports);
		},
	);
});
