import { NOON, SECOND, useService } from './harness.mts';

const api = useService();
const ask = async (...given: Parameters<typeof api.control>) =>
	(await api.control(...given)).answer;

it('shows how things stand, and is no call itself', async () => {
	await ask('messages', { count: 3 });
	await ask('links', {});
	await api.call('Link/List');
	expect(await ask('state')).toMatchObject({
		...{ now: NOON, timezone: 'Asia/Almaty', dialect: 'observed' },
		...{ messages: 3, links: 1, campaigns: 1, calls: 1 },
		settings: { listLag: 0, delay: 0, workers: 0, rateLimit: null },
	});
});

it('lists the calls, from any point on', async () => {
	for (const method of ['Link/List', 'Link/Get', 'Message/List']) await api.call(method);
	const [first] = api.service.calls;
	expect(await ask('calls')).toHaveLength(3);
	expect(await ask(`calls?since=${first.id}`)).toMatchObject([
		{ method: 'Link/Get', code: 12 },
		{ method: 'Message/List', code: 0 },
	]);
});

it('makes messages, and changes their status', async () => {
	const made = await ask('messages', { count: 2, text: 'Hi', status: 'ENQUEUD' });
	expect(made).toEqual({ ids: ['70000000002', '70000000003'] });
	const change = { status: 'DELIVRD', at: NOON + SECOND };
	await ask('status', { id: 70000000002, ...change });
	const changed = { text: 'Hi', status: 'DELIVRD', statusUpdateTs: NOON + SECOND };
	expect(api.store.message('70000000002')).toMatchObject(changed);
});

it('makes links and clicks', async () => {
	const links = await ask('links', { fullLink: 'https://example.com/x', comment: 'c' });
	expect(links).toEqual([{ id: '400001', code: '8kn5', shortLink: `${api.service.url}/8kn5` }]);
	await ask('clicks', { code: '8kn5', count: 3, at: NOON });
	expect(api.store.link(400001)).toMatchObject({ clicks: [NOON, NOON, NOON], comment: 'c' });
});

it('moves the clock and resets', async () => {
	expect(await ask('advance', { ms: 5000 })).toEqual({ now: NOON + 5000 });
	await ask('messages', { count: 1 });
	expect((await api.control('reset', undefined, 'POST')).status).toBe(200);
	expect([api.service.now(), api.store.messages.size]).toEqual([NOON, 0]);
});

it('sets faults and settings, and takes them back', async () => {
	const kind = { code: 15, message: 'no' };
	await ask('faults', { method: 'Link/List', times: 'Infinity', kind });
	expect(await api.call('Link/List')).toMatchObject(kind);
	expect(await api.code('Link/List')).toBe(15);
	await ask('faults', undefined, 'DELETE');
	expect(await api.code('Link/List')).toBe(0);

	const rateLimit = { perSecond: 1, methods: ['Link/List'] };
	await ask('settings', { dialect: 'documented', rateLimit, listLag: 9 });
	expect(api.service.faults).toMatchObject({ rateLimit, listLag: 9 });
	expect(await api.data('Link/List')).toMatchObject({ totalItemCount: 0 });
	expect(await api.code('Link/List')).toBe(30);
	await ask('settings', { rateLimit: null });
	expect(await api.code('Link/List')).toBe(0);
	await ask('settings', { listLag: 1, delay: 1, workers: 1, rateLimit });
	await ask('faults', undefined, 'DELETE');
	const none = { listLag: 0, delay: 0, workers: 0, rateLimit: undefined };
	expect(api.service.faults).toMatchObject(none);
});

it('sets freedoms, and shows them', async () => {
	await ask('settings', { freedoms: { accountClockOffset: 7000 } });
	await ask('settings', { freedoms: { listLagUpTo: 9 } });
	const freedoms = { accountClockOffset: 7000, listLagUpTo: 9 };
	expect(await ask('state')).toMatchObject({ freedoms });
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
