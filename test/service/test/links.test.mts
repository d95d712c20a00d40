import { complaint, invalid, useService } from './harness.mts';

const api = useService();

describe('Link/Get', () => {
	it.each([
		['id', '400001'],
		['code', 'abc'],
		['shortLink', 'https://s.test/abc'],
	])('finds a link by its %s', async (field, value) => {
		api.service.store.publicUrl = 'https://s.test/';
		const link = { code: 'abc', comment: 'c', moderatorComment: 'm', expirationDate: '2026-05-01' };
		api.service.store.addLink(link);
		api.service.store.click('abc');
		expect(await api.call('Link/Get', { [field]: value })).toMatchObject({
			code: 0,
			data: {
				...link,
				id: '400001',
				status: '1',
				moderatorStatus: '1',
				clickCnt: '1',
				createTs: '2026-03-10 12:00:00',
				shortLink: 'https://s.test/abc',
				fullLink: 'https://example.com/',
				redirectCnt: '1',
				domain: 's.test',
			},
		});
		api.service.store.publicUrl = `${api.service.url}/`;
	});

	it('wants exactly one name for one link', async () => {
		expect(await api.call('Link/Get')).toMatchObject({ code: 12 });
		expect(await api.call('Link/Get', { id: 1, code: 'a' })).toMatchObject({ code: 12 });
		expect(complaint(await api.call('Link/Get', { id: 'x' }))).toEqual(invalid('id'));
		expect(complaint(await api.call('Link/Get', { ids: [1] }))).toMatchObject({ code: 1 });
	});

	it.each([{ id: 7 }, { code: 'no' }, { shortLink: 'https://elsewhere.test/8kn5' }])(
		'answers 2 for %j',
		async (params) => {
			api.service.store.addLink();
			expect(await api.call('Link/Get', params)).toMatchObject({ code: 2 });
		},
	);
});

describe('Link/Update', () => {
	const before = { expirationDate: '2026-05-01', comment: 'old', status: 1 };
	const updated = async (data?: object) => {
		const { id } = api.service.store.addLink(before);
		const answer = await api.call('Link/Update', { id, data });
		return { answer, link: api.service.store.link(id) };
	};

	it('drops the date that is not given, and keeps status and comment', async () => {
		const { answer, link } = await updated({ status: 0 });
		expect(answer).toMatchObject({ code: 0, data: true });
		expect(link).toMatchObject({ status: 0, comment: 'old', expirationDate: null });
		expect((await updated()).link).toMatchObject({ ...before, expirationDate: null });
	});

	it('changes date and comment', async () => {
		const { link } = await updated({ expirationDate: '2026-06-01', comment: '' });
		expect(link).toMatchObject({ status: 1, comment: null, expirationDate: '2026-06-01' });
	});

	it.each([
		[{ status: 'x' }, 'data.status'],
		[{ expirationDate: '' }, 'data.expirationDate'],
		[{ comment: 'x'.repeat(256) }, 'data.comment'],
		[{ fullLink: 'example.com' }, 'data.fullLink'],
	])('refuses %j and changes nothing', async (data, field) => {
		const { answer, link } = await updated(data);
		expect(complaint(answer)).toEqual(invalid(field));
		expect(link).toMatchObject(before);
	});

	it('answers 11 without an id and 2 for an unknown one', async () => {
		expect(await api.call('Link/Update', { data: { status: 1 } })).toMatchObject({ code: 11 });
		expect(await api.call('Link/Update', { id: 9, data: { status: 1 } })).toMatchObject({
			code: 2,
		});
	});
});

describe('Link/Delete', () => {
	it('answers 0, 98 or 99 by how many were there', async () => {
		for (let n = 0; n < 3; n++) api.service.store.addLink();
		const remove = (...ids: number[]) => api.call('Link/Delete', { ids });
		expect(await remove(400001, 400002)).toMatchObject({
			code: 0,
			data: { processed: ['400001', '400002'], notProcessed: [] },
		});
		expect(await remove(400003, 400001)).toMatchObject({
			code: 98,
			data: { processed: ['400003'], notProcessed: ['400001'] },
		});
		expect(await remove(400001)).toMatchObject({ code: 99, data: { notProcessed: ['400001'] } });
		expect(api.service.store.links.size).toBe(0);
	});

	it('wants an array of identifiers', async () => {
		expect(await api.call('Link/Delete')).toMatchObject({ code: 11 });
		expect(complaint(await api.call('Link/Delete', { ids: '1,2' }))).toEqual(invalid('ids'));
		expect(complaint(await api.call('Link/Delete', { ids: ['x'] }))).toEqual(invalid('ids.0'));
	});
});
