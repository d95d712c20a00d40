import { NOON, SECOND, useService } from './harness.mts';

const api = useService();

const ask = async (path: string, body?: object, method = body ? 'POST' : 'GET') => {
	const response = await fetch(`${api.service.url}/_control/${path}`, {
		method,
		body: body && JSON.stringify(body),
		headers: body && { 'Content-Type': 'application/json' },
	});
	return { status: response.status, answer: await response.json() };
};
const answerTo = async (path: string, body?: object) => (await ask(path, body)).answer;

describe('the control over HTTP', () => {
	it('tells how things stand', async () => {
		await answerTo('messages', { count: 3 });
		await answerTo('links', {});
		await api.call('Link/List');
		expect(await answerTo('state')).toMatchObject({
			now: NOON,
			timezone: 'Asia/Almaty',
			dialect: 'observed',
			messages: 3,
			links: 1,
			campaigns: 1,
			calls: 1,
			settings: { listLag: 0, statusLag: 0, delay: 0, workers: 0, rateLimit: null },
		});
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
		await answerTo('status', { id: 70000000002, status: 'DELIVRD', at: NOON + SECOND });
		expect(api.service.store.message('70000000002')).toMatchObject({
			text: 'Hi',
			status: 'DELIVRD',
			statusUpdateTs: NOON + SECOND,
		});
		const links = await answerTo('links', { fullLink: 'https://example.com/x', comment: 'c' });
		expect(links).toEqual([{ id: '400001', code: '8kn5', shortLink: `${api.service.url}/8kn5` }]);
		await answerTo('clicks', { code: '8kn5', count: 3, at: NOON });
		expect(api.service.store.link(400001)?.clicks).toEqual([NOON, NOON, NOON]);
	});

	it('moves the clock and resets', async () => {
		expect(await answerTo('advance', { ms: 5000 })).toEqual({ now: NOON + 5000 });
		await answerTo('messages', { count: 1 });
		expect((await ask('reset', undefined, 'POST')).status).toBe(200);
		expect(api.service.now()).toBe(NOON);
		expect(api.service.store.messages.size).toBe(0);
	});

	it('sets faults, takes them back, and changes settings', async () => {
		const kind = { code: 15, message: 'no' };
		await answerTo('faults', { method: 'Link/List', times: 'Infinity', kind });
		expect(await api.call('Link/List')).toMatchObject({ code: 15, message: 'no' });
		expect(await api.call('Link/List')).toMatchObject({ code: 15 });
		await ask('faults', undefined, 'DELETE');
		expect(await api.call('Link/List')).toMatchObject({ code: 0 });
		await answerTo('settings', { dialect: 'documented', rateLimit: { perSecond: 1 }, listLag: 9 });
		expect(await api.call('Link/List')).toMatchObject({ code: 0, data: { totalItemCount: 0 } });
		expect(await api.call('Link/List')).toMatchObject({ code: 30 });
		await answerTo('settings', { rateLimit: null });
		expect(await api.call('Link/List')).toMatchObject({ code: 0 });
		expect(api.service.faults.listLag).toBe(9);
	});

	it.each([
		['faults', { kind: { explode: true } }],
		['settings', { lag: 1 }],
		['messages', { count: 0 }],
		['links', { expirationDate: 'soon' }],
		['status', { id: 1 }],
		['status', { id: 1, status: 'NEW' }],
		['clicks', { code: 'none' }],
		['advance', { ms: -1 }],
	])('refuses %s %j with a reason', async (path, body) => {
		const { status, answer } = await ask(path, body);
		expect(status).toBe(400);
		expect(answer).toHaveProperty('error');
	});

	it('records no calls of its own', async () => {
		await answerTo('state');
		expect(api.service.calls).toEqual([]);
	});
});
