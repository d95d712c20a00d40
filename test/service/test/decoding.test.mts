import { DEFAULT_KEY } from '../index.mts';
import { post, useService } from './harness.mts';

const QUERY = { output: 'json', api: 'v1', apiKey: DEFAULT_KEY };
const api = useService();

describe('decoding', () => {
	const decoded = async (body: string) => {
		await post(api.service.url, 'Link/List', body);
		return api.service.calls[0]?.params;
	};

	it('nests brackets and appends empty ones', async () => {
		expect(await decoded('a[b][c]=1&ids[]=1&ids[]=2&x[0]=3&x[1]=4')).toEqual({
			a: { b: { c: '1' } },
			ids: ['1', '2'],
			x: ['3', '4'],
		});
	});

	it('keeps the last of two plain values, dots in names, and more than a thousand elements', async () => {
		const many = Array.from({ length: 1500 }, (_, n) => `ids[${n}]=${n}`).join('&');
		const params = await decoded(`a=1&a=2&c.d=3&${many}`);
		expect(params).toMatchObject({ a: '2', 'c.d': '3' });
		expect(params).toHaveProperty('ids.length', 1500);
	});

	it('reads a plus as a space and %2B as a plus', async () => {
		expect(await decoded('a=1+2&b=1%2B2&c=%D1%8F')).toEqual({ a: '1 2', b: '1+2', c: 'я' });
	});
});

describe('the record of calls', () => {
	it('tells what came and what was answered', async () => {
		await post(api.service.url, 'link/create', 'data[fullLink]=example.com');
		await post(api.service.url, 'Link/Get', '');
		expect(api.service.calls).toMatchObject([
			{
				method: 'Link/Create',
				query: QUERY,
				rawBody: 'data[fullLink]=example.com',
				params: { data: { fullLink: 'example.com' } },
				code: 0,
				accepted: ['400001'],
			},
			{ method: 'Link/Get', code: 12 },
		]);
		const [first] = api.service.calls;
		expect(first?.endedAt).toBeGreaterThanOrEqual(first?.startedAt ?? Infinity);
		expect(first?.headers['content-type']).toBe('application/x-www-form-urlencoded');
	});
});
