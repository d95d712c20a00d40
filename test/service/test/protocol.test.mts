import { DEFAULT_KEY } from '../index.mts';
import { QUERY, useService } from './harness.mts';

const api = useService();
const answer = async (...given: Parameters<typeof api.post>) => (await api.post(...given)).json();
const CREATE = 'data[fullLink]=example.com';

describe('the way of calling', () => {
	it('answers in an envelope with HTTP 200, errors too', async () => {
		const response = await api.post('Link/Get', 'id=5');
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toMatch(/^application\/json/);
		expect(await response.json()).toEqual({ code: 2, data: null, message: 'Link not found' });
		api.service.dialect = 'documented';
		expect(await api.data('Link/Get', { id: 5 })).toEqual([]);
	});

	it.each(['link/list', 'LINK/LIST', 'Link/List'])('knows %s', async (method) => {
		expect(await api.code(method)).toBe(0);
		expect(api.service.calls[0]?.method).toBe('Link/List');
	});

	it.each<[what: string, method: string, query: Record<string, string>, answer: object]>([
		['an unknown module', 'Contact/List', {}, { code: 4 }],
		['an unknown method', 'Link/Drop', {}, { code: 5 }],
		['no method', 'Link', {}, { code: 5 }],
		['another output', 'Link/List', { output: 'xml' }, { code: 6 }],
		['no output', 'Link/List', { output: '' }, { code: 6 }],
		['another API version', 'Link/List', { api: 'v2' }, { code: 6 }],
		['no API version', 'Link/List', { api: '' }, { code: 6 }],
		['a wrong key', 'Link/List', { apiKey: 'nope' }, { code: 8 }],
		['no key', 'Link/List', { apiKey: '' }, { code: 8 }],
		['a stray name', 'Link/Get', { id: '1' }, { code: 1, data: { id: expect.any(Array) } }],
	])('answers %s with its code', async (_what, method, changed, expected) => {
		const query = Object.entries({ ...QUERY, ...changed }).filter(([, value]) => value !== '');
		// A key in the body is none.
		const body = `apiKey=${DEFAULT_KEY}`;
		expect(await answer(method, body, Object.fromEntries(query))).toMatchObject(expected);
	});

	it('takes only POST', async () => {
		expect((await api.visit('service/Link/List?output=json&api=v1')).status).toBe(404);
		expect(api.service.calls).toHaveLength(0);
	});
});

describe('decoding', () => {
	it.each([
		['application/json', 11],
		['text/plain', 11],
		['multipart/form-data; boundary=x', 11],
		['application/x-www-form-urlencoded; charset=utf-8', 0],
	])('looks into a body of type %s: %d', async (type, code) => {
		expect(await answer('Link/Create', CREATE, QUERY, type)).toMatchObject({ code });
		const [{ rawBody, params }] = api.service.calls;
		expect(rawBody).toBe(CREATE);
		expect(params).toEqual(code === 0 ? { data: { fullLink: 'example.com' } } : {});
	});

	it('does not mind a call without any body', async () => {
		const response = await api.post('Link/List', '', QUERY, '', { body: null, headers: {} });
		expect(await response.json()).toMatchObject({ code: 0 });
	});

	it.each([
		['a[b][c]=1&ids[]=1&ids[]=2', { a: { b: { c: '1' } }, ids: ['1', '2'] }],
		['x[0]=3&x[1]=4', { x: ['3', '4'] }],
		['a=1&a=2&c.d=3', { a: '2', 'c.d': '3' }],
		['a=1+2&b=1%2B2&c=%D1%8F', { a: '1 2', b: '1+2', c: 'я' }],
	])('of %s', async (body, params) => {
		await api.post('Link/List', body);
		expect(api.service.calls[0]?.params).toEqual(params);
	});
});
