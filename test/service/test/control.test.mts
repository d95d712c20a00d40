import { NOON, SECOND, useService } from './harness.mts';

const api = useService();
const answerTo = async (...given: Parameters<typeof api.control>) =>
	(await api.control(...given)).answer;

it('shows how things stand, and is no call itself', async () => {
	await answerTo('messages', { count: 3 });
	await answerTo('links', {});
	await api.call('Link/List');
	const state = { timezone: 'Asia/Almaty', dialect: 'observed' };
	const counts = { messages: 3, links: 1, campaigns: 1, calls: 1 };
	const settings = { listLag: 0, statusLag: 0, delay: 0, workers: 0, rateLimit: null };
	const expected = { now: NOON, ...state, ...counts, settings };
	expect(await answerTo('state')).toMatchObject(expected);
});

it('lists the calls, from any point on', async () => {
	for (const method of ['Link/List', 'Link/Get', 'Message/List']) await api.call(method);
	const [first] = api.service.calls;
	expect(await answerTo('calls')).toHaveLength(3);
	expect(await answerTo(`calls?since=${first?.id}`)).toMatchObject([
		{ method: 'Link/Get', code: 12 },
		{ method: 'Message/List', code: 0 },
	]);
});

it('makes messages, links, clicks and statuses', async () => {
	const messages = await answerTo('messages', { count: 2, text: 'Hi', status: 'ENQUEUD' });
	expect(messages).toEqual({ count: 2, ids: ['70000000002', '70000000003'] });
	const change = { status: 'DELIVRD', at: NOON + SECOND };
	await answerTo('status', { id: 70000000002, ...change });
	const changed = { text: 'Hi', status: 'DELIVRD', statusUpdateTs: NOON + SECOND };
	expect(api.store.message('70000000002')).toMatchObject(changed);
	expect(await answerTo('messages', { addAt: NOON + SECOND })).toEqual({ count: 1, ids: [] });
	expect((await api.list('Message/List')).items).toHaveLength(2);
	api.service.advance(SECOND);
	expect((await api.list('Message/List')).items).toHaveLength(3);

	const links = await answerTo('links', { fullLink: 'https://example.com/x', comment: 'c' });
	expect(links).toEqual([{ id: '400001', code: '8kn5', shortLink: `${api.service.url}/8kn5` }]);
	await answerTo('clicks', { code: '8kn5', count: 3, at: NOON });
	const clicks = [NOON, NOON, NOON];
	expect(api.store.link(400001)).toMatchObject({ clicks, comment: 'c' });
});

it('moves the clock and resets', async () => {
	expect(await answerTo('advance', { ms: 5000 })).toEqual({ now: NOON + 5000 });
	await answerTo('messages', { count: 1 });
	expect((await api.control('reset', undefined, 'POST')).status).toBe(200);
	expect(api.service.now()).toBe(NOON);
	expect(api.store.messages.size).toBe(0);
});

it('sets faults, and takes them back', async () => {
	const kind = { code: 15, message: 'no' };
	await answerTo('faults', { method: 'Link/List', times: 'Infinity', kind });
	expect(await api.call('Link/List')).toMatchObject(kind);
	expect(await api.code('Link/List')).toBe(15);
	await answerTo('faults', undefined, 'DELETE');
	expect(await api.code('Link/List')).toBe(0);
});

it('changes settings', async () => {
	const rateLimit = { perSecond: 1, methods: ['Link/List'] };
	await answerTo('settings', { dialect: 'documented', rateLimit, listLag: 9 });
	expect(api.service.faults).toMatchObject({ rateLimit, listLag: 9 });
	expect(await api.data('Link/List')).toMatchObject({ totalItemCount: 0 });
	expect(await api.code('Link/List')).toBe(30);
	await answerTo('settings', { rateLimit: null });
	expect(await api.code('Link/List')).toBe(0);
	const lags = { listLag: 0, statusLag: 0, delay: 0, workers: 0 };
	await answerTo('settings', { listLag: 1, statusLag: 1, delay: 1, workers: 1, rateLimit });
	await answerTo('faults', undefined, 'DELETE');
	expect(api.service.faults).toMatchObject({ ...lags, rateLimit: undefined });
});

it('shows, sets and takes back freedoms', async () => {
	await answerTo('settings', { freedoms: { accountClockOffset: 7000 } });
	await answerTo('settings', { freedoms: { listLagUpTo: 9 } });
	const freedoms = { accountClockOffset: 7000, listLagUpTo: 9 };
	expect(api.service.freedoms).toMatchObject(freedoms);
	expect(await answerTo('state')).toMatchObject({ freedoms });
	const values = { listLagUpTo: [0, 5000, 60_000] };
	expect(await answerTo('freedoms')).toMatchObject({ freedoms, values });
	await answerTo('freedoms', undefined, 'DELETE');
	expect(api.service.freedoms).toMatchObject({ accountClockOffset: 0, listLagUpTo: 0 });
});

it.each([
	['faults', { kind: { explode: true } }],
	['settings', { lag: 1 }],
	['settings', { freedoms: { sunshine: true } }],
	['settings', { freedoms: { accountTimezone: 'Mars/Base' } }],
	['settings', { freedoms: { listLagUpTo: 'long' } }],
	['messages', { count: 0 }],
	['links', { expirationDate: 'soon' }],
	['status', { id: 1 }],
	['status', { id: 1, status: 'NEW' }],
	['clicks', { code: 'none' }],
	['advance', { ms: -1 }],
])('refuses %s %j with a reason', async (path, body) => {
	const { status, answer } = await api.control(path, body);
	expect(status).toBe(400);
	expect(answer).toHaveProperty('error');
	expect(api.service.freedoms).toMatchObject({ accountTimezone: '', listLagUpTo: 0 });
});
