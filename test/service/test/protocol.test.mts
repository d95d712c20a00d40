import { BLOCKED_KEY, DEFAULT_KEY, DENIED_KEY, RIGHT_HOST, WRONG_HOST_KEY } from '../index.mts';
import { post, start, useService } from './harness.mts';

const QUERY = { output: 'json', api: 'v1', apiKey: DEFAULT_KEY };
const api = useService();

const codeOf = async (method: string, query: Record<string, string>, body = '') =>
	(await post(api.service.url, method, body, query)).json();

describe('the way of calling', () => {
	it('answers in an envelope with HTTP 200, errors too', async () => {
		const response = await post(api.service.url, 'Link/Get', 'id=5');
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toMatch(/^application\/json/);
		expect(await response.json()).toEqual({ code: 2, data: null, message: 'Link not found' });
	});

	it.each(['link/list', 'LINK/LIST', 'Link/List'])('knows %s', async (method) => {
		expect(await codeOf(method, QUERY)).toMatchObject({ code: 0 });
		expect(api.service.calls[0]?.method).toBe('Link/List');
	});

	it.each([
		['an unknown module', 'Contact/List', QUERY, 4],
		['an unknown method', 'Link/Drop', QUERY, 5],
		['no method', 'Link', QUERY, 5],
		['another output', 'Link/List', { ...QUERY, output: 'xml' }, 6],
		['no output', 'Link/List', { api: 'v1', apiKey: DEFAULT_KEY }, 6],
		['another API version', 'Link/List', { ...QUERY, api: 'v2' }, 6],
		['no API version', 'Link/List', { output: 'json', apiKey: DEFAULT_KEY }, 6],
		['a wrong key', 'Link/List', { ...QUERY, apiKey: 'nope' }, 8],
		['no key', 'Link/List', { output: 'json', api: 'v1' }, 8],
		['a denied key', 'Link/List', { ...QUERY, apiKey: DENIED_KEY }, 9],
		['a blocked account', 'Link/List', { ...QUERY, apiKey: BLOCKED_KEY }, 14],
	])('answers %s with its code', async (_what, method, query, code) => {
		expect(await codeOf(method, query)).toMatchObject({ code });
	});

	it('names the right host with code 13', async () => {
		const answer = await codeOf('Link/List', { ...QUERY, apiKey: WRONG_HOST_KEY });
		expect(answer).toMatchObject({ code: 13, data: RIGHT_HOST });
	});

	it('refuses a key in the body and a stray name in the query', async () => {
		const query = { output: 'json', api: 'v1' };
		expect(await codeOf('Link/List', query, `apiKey=${DEFAULT_KEY}`)).toMatchObject({ code: 8 });
		expect(await codeOf('Link/Get', { ...QUERY, id: '1' })).toMatchObject({
			code: 1,
			data: { id: expect.any(Array) },
		});
	});

	it('accepts only the configured keys', async () => {
		const other = await start({ keys: ['mine'] });
		const codes = [];
		for (const apiKey of ['mine', DEFAULT_KEY]) {
			const response = await post(other.service.url, 'Link/List', '', { ...QUERY, apiKey });
			codes.push(await response.json());
		}
		await other.service.close();
		expect(codes).toMatchObject([{ code: 0 }, { code: 8 }]);
	});

	it('takes only POST', async () => {
		const response = await fetch(`${api.service.url}/service/Link/List?output=json&api=v1`);
		expect(response.status).toBe(405);
		expect(api.service.calls).toHaveLength(0);
	});

	it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
		'does not look into a body of type %s',
		async (type) => {
			const body = 'data[fullLink]=example.com';
			const response = await post(api.service.url, 'Link/Create', body, QUERY, type);
			expect(await response.json()).toMatchObject({ code: 11 });
			expect(api.service.calls[0]).toMatchObject({ rawBody: body, params: {} });
		},
	);

	it('does not mind a charset after the type, nor a call without any body', async () => {
		const type = 'application/x-www-form-urlencoded; charset=utf-8';
		const response = await post(
			api.service.url,
			'Link/Create',
			'data[fullLink]=example.com',
			QUERY,
			type,
		);
		expect(await response.json()).toMatchObject({ code: 0 });
		const url = `${api.service.url}/service/Link/List?output=json&api=v1&apiKey=${DEFAULT_KEY}`;
		expect(await (await fetch(url, { method: 'POST' })).json()).toMatchObject({ code: 0 });
	});
});
