import { complaint, invalid, NOON, useService } from './harness.mts';

const api = useService();

describe('Link/Create', () => {
	it('makes an active link without end', async () => {
		const { data } = await api.call('Link/Create', {
			data: { fullLink: 'https://example.com/a?b=1' },
		});
		const shortLink = `${api.service.url}/8kn5`;
		expect(data).toEqual({ id: '400001', code: '8kn5', shortLink });
		expect(api.service.store.link('400001')).toMatchObject({
			fullLink: 'https://example.com/a?b=1',
			status: 1,
			moderatorStatus: 1,
			expirationDate: null,
			comment: null,
			createTs: NOON,
		});
	});

	it('takes status, date and comment', async () => {
		const data = { fullLink: 'a.example', status: 0, expirationDate: '2026-12-31', comment: 'x' };
		expect(await api.call('Link/Create', { data })).toMatchObject({ code: 0 });
		expect(api.service.store.link('400001')).toMatchObject({ ...data });
	});

	it.each([
		'example.com',
		'sub.example.com/x?y#z',
		'http://localhost:80/',
		'http://10.0.0.1/a',
		'[::1]/x',
		'пример.рф',
	])('accepts the link %s', async (fullLink) => {
		expect(await api.call('Link/Create', { data: { fullLink } })).toMatchObject({ code: 0 });
	});

	it.each([
		'',
		'text',
		'two words.com',
		'ftp://example.com',
		'http://',
		'mailto:a@b.c',
		'123',
		'http://a.b:x',
	])('refuses the link "%s"', async (fullLink) => {
		const answer = await api.call('Link/Create', { data: { fullLink } });
		expect(complaint(answer)).toEqual(invalid('data.fullLink'));
		expect(api.service.store.links.size).toBe(0);
	});

	it.each([
		['status', '2'],
		['status', ''],
		['expirationDate', '2026-02-30'],
		['expirationDate', '2026-2-3'],
		['expirationDate', '2026-02-03T00:00:00Z'],
		['comment', 'я'.repeat(256)],
		['fulllink', 'example.com'],
	])('refuses %s "%s"', async (field, value) => {
		const data = { fullLink: 'example.com', [field]: value };
		expect(complaint(await api.call('Link/Create', { data }))).toEqual(invalid(`data.${field}`));
	});

	it('counts characters of a comment, not bytes or code units', async () => {
		const data = { fullLink: 'example.com', comment: '😀'.repeat(255) };
		expect(await api.call('Link/Create', { data })).toMatchObject({ code: 0 });
	});

	it('tells a missing parameter from a misnamed one', async () => {
		expect(await api.call('Link/Create')).toMatchObject({ code: 11 });
		expect(await api.call('Link/Create', { data: { comment: 'x' } })).toMatchObject({ code: 11 });
		const misnamed = await api.call('Link/Create', { fullLink: 'example.com' });
		expect(misnamed).toMatchObject({ code: 1, data: { fullLink: expect.any(Array) } });
	});
});
