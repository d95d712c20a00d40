import type { Freedoms } from '../index.mts';
import { oneByOne, useService } from './harness.mts';

const api = useService();
const size = () => api.store.links.size;
const get = (shortLink: string) => api.code('Link/Get', { shortLink });

beforeEach(() => {
	for (let n = 0; n < 3; n++) api.store.addLink();
});

describe('F14: Delete', () => {
	const all = { processed: ['400001', '400002'], notProcessed: [] };
	const partly = { processed: ['400001'], notProcessed: ['7'] };
	const none = { processed: [], notProcessed: ['7'] };
	const known = [400001, 400002];
	const some = [400001, 7];

	it.each<[freedoms: Partial<Freedoms>, ids: number[], code: number, data: unknown, left: number]>([
		[{}, [400001, 400002, 400001], 0, all, 1],
		[{ deleteAnswer: 'both' }, known, 0, all, 1],
		[{ deleteAnswer: 'onlyNotProcessed' }, known, 0, { notProcessed: [] }, 1],
		[{ deleteAnswer: 'emptyObject' }, known, 0, {}, 1],
		[{ deleteAnswer: 'true' }, known, 0, true, 1],
		[{ deleteAnswer: 'null' }, known, 0, null, 1],
		[{ deleteUnknown: 'code0' }, some, 0, partly, 2],
		[{ deleteUnknown: 'code0', deleteAnswer: 'true' }, some, 0, partly, 2],
		[{ deleteUnknown: 'code98or99' }, some, 98, partly, 2],
		[{ deleteUnknown: 'code98or99' }, [7], 99, none, 3],
		[{ deleteUnknown: 'code2' }, some, 2, null, 3],
		[{ deleteUnknown: 'code2' }, known, 0, all, 1],
		[{ deleteAnswer: 'onlyNotProcessed' }, some, 98, { notProcessed: ['7'] }, 2],
	])('%j of %j', async (freedoms, ids, code, data, left) => {
		api.service.setFreedoms({ ...freedoms, idForm: 'text' });
		// What a freedom says does not depend on the dialect.
		if (freedoms.deleteUnknown !== undefined) api.service.setDialect('documented');
		expect(await api.call('Link/Delete', { ids })).toMatchObject({ code, data });
		expect(size()).toBe(left);
	});

	it.each([
		['emptyList', [], []],
		['false', false, false],
		['count', 1, 1],
		['countText', '1', '1'],
		['text', '400001', '7'],
	] as const)('F31: %s in place of the ids', async (form, processed, notProcessed) => {
		api.service.setFreedoms({ deleteProcessed: form, deleteNotProcessed: form, idForm: 'text' });
		expect(await api.data('Link/Delete', { ids: some })).toEqual({ processed, notProcessed });
		expect(size()).toBe(2);
	});
});

it('F32: a link is found without regard to case, the oldest of several', async () => {
	api.store.addLink({ code: 'ABcd' });
	api.store.addLink({ code: 'abcd' });
	const names = [{ code: 'abcd' }, { shortLink: `${api.service.url}/abcd` }];
	const found = () =>
		oneByOne(names, async (name) => Object(await api.data('Link/Get', name)).code);
	expect(await found()).toEqual(['abcd', 'abcd']);
	api.service.setFreedoms({ codesAnyCase: true });
	expect(await found()).toEqual(['ABcd', 'ABcd']);
});

it.each<[freedoms: Partial<Freedoms>, verdict: string, data?: object]>([
	[{}, '0'],
	[{ emptyUpdate: 'code11' }, '11'],
	[{ emptyUpdate: 'code11' }, '0', { comment: '' }],
	[{}, '1 data.expirationDate', { expirationDate: '' }],
	[{ emptyDate: 'never' }, '0', { expirationDate: '' }],
])('F15: with %j the verdict is %s on an Update of %j', async (freedoms, verdict, data = {}) => {
	api.service.setFreedoms(freedoms);
	const { id } = api.store.addLink({ expirationDate: '2026-05-01' });
	expect(await api.verdict('Link/Update', { id, data })).toBe(verdict);
	expect(api.store.link(id)?.expirationDate).toBe(verdict === '0' ? null : '2026-05-01');
});

it('F15: Create takes an empty date as never', async () => {
	api.service.setFreedoms({ emptyDate: 'never' });
	const data = { fullLink: 'example.com', expirationDate: '' };
	expect(await api.code('Link/Create', { data })).toBe(0);
	expect(api.store.link(400004)?.expirationDate).toBeNull();
});

it.each([
	['off', 2, ['400003', '400002']],
	['notListed', 0, ['400003', '400002']],
	['listed', 0, ['400003', '400002', '400001']],
] as const)('F16: soft deletion %s: a deleted link gets %d', async (softDeletion, code, ids) => {
	await api.call('Link/Delete', { ids: [400001] });
	api.service.setFreedoms({ softDeletion });
	const calls: Array<[method: string, params: object]> = [
		['Link/Get', { id: 400001 }],
		['Link/Get', { code: '8kn5' }],
		['Link/Get', { shortLink: `${api.service.url}/8kn5` }],
		['Link/Update', { id: 400001, data: { comment: 'late' } }],
		['Link/GetStats', { ids: [400001], type: 'daily' }],
	];
	const codes = await oneByOne(calls, ([method, params]) => api.code(method, params));
	expect(codes).toEqual(calls.map(() => code));
	expect(await api.column('Link/List', 'id')).toEqual(ids);
	expect(await api.code('Link/Delete', { ids: [400001] })).toBe(99);
	expect((await api.visit('8kn5')).status).toBe(404);
	expect(api.store.link(400001)).toBeUndefined();
	const comment = code === 0 ? 'late' : null;
	expect(api.store.links.deleted.get('400001')).toMatchObject({ comment });
});

it.each(['observed', 'documented'] as const)('F16: a list shows when: %s', async (dialect) => {
	await api.call('Link/Delete', { ids: [400001] });
	api.service.setDialect(dialect);
	api.service.setFreedoms({ softDeletion: 'listed' });
	const there = dialect === 'observed' ? null : undefined;
	const times = await api.column('Link/List', 'deletedTs');
	expect(times).toEqual([there, there, '2026-03-10 12:00:00']);
});

it.each<[freedoms: Partial<Freedoms>, before: string, after: string]>([
	[{ shortLinkForm: 'asIs' }, 'http://', '/'],
	[{ shortLinkForm: 'http' }, 'http://', '/'],
	[{ shortLinkForm: 'https' }, 'https://', '/'],
	[{ shortLinkForm: 'noScheme' }, '', '/'],
	[{ shortLinkPath: 'l/' }, 'http://', '/l/'],
	[{ shortLinkForm: 'noScheme', shortLinkPath: 's/kz/' }, '', '/s/kz/'],
])('F17: with %j every method writes short links so', async (freedoms, before, after) => {
	api.service.setFreedoms(freedoms);
	const form = api.service.url.replace('http://', before) + after;
	expect(await api.column('Link/List', 'shortLink')).toContain(`${form}8kn5`);
	expect(await get(`${form}8kn5`)).toBe(0);
	const created = await api.data('Link/Create', { data: { fullLink: 'example.com' } });
	expect(created).toMatchObject({ shortLink: `${form}8kn8` });
	await api.send({ text: 'www.a.kz', params: { shortenLinks: 1 } });
	expect(await api.column('Message/List', 'text')).toEqual([`${form}8kn9`]);
	api.service.setDialect('documented');
	expect(await api.data('Link/Update', { id: 400001 })).toBe(`${form}8kn5`);
	const visit = await api.visit(`${after.slice(1)}8kn5`);
	expect(visit.headers.get('Location')).toBe('https://example.com/');
});

it.each([
	['exact', [0, 2, 2, 2, 2]],
	['lenient', [0, 0, 0, 2, 2]],
] as const)('F17: short links are found %s', async (shortLinkMatch, codes) => {
	api.service.setFreedoms({ shortLinkForm: 'https', shortLinkMatch });
	const host = api.service.url.replace('http://', '');
	const forms = [`https://${host}/8kn5`, `http://${host}/8kn5`, `${host}/l/8kn5`];
	expect(await oneByOne([...forms, 'https://elsewhere.test/8kn5', '8kn5'], get)).toEqual(codes);
});
