import type { Freedoms } from '../index.mts';
import { oneByOne, useService } from './harness.mts';

const api = useService();
const size = () => api.store.links.size;

beforeEach(() => {
	for (let n = 0; n < 3; n++) api.store.addLink();
});

describe('F14: Delete', () => {
	const known = { processed: ['400001', '400002'], notProcessed: [] };
	const partly = { processed: ['400001'], notProcessed: ['7'] };

	it.each<[freedoms: Partial<Freedoms>, ids: number[], code: number, data: unknown, left: number]>([
		[{ deleteAnswer: 'both' }, [400001, 400002], 0, known, 1],
		[{}, [400001, 400002, 400001], 0, known, 1],
		[{ deleteAnswer: 'onlyNotProcessed' }, [400001, 400002], 0, { notProcessed: [] }, 1],
		[{ deleteAnswer: 'emptyObject' }, [400001, 400002], 0, {}, 1],
		[{ deleteAnswer: 'true' }, [400001, 400002], 0, true, 1],
		[{ deleteAnswer: 'null' }, [400001, 400002], 0, null, 1],
		[{ deleteUnknown: 'asIs' }, [400001, 7], 98, partly, 2],
		[{ deleteUnknown: 'code0' }, [400001, 7], 0, partly, 2],
		[{ deleteUnknown: 'code98or99' }, [400001, 7], 98, partly, 2],
		[{ deleteUnknown: 'code98or99' }, [7], 99, { processed: [], notProcessed: ['7'] }, 3],
		[{ deleteUnknown: 'code2' }, [400001, 7], 2, null, 3],
		[{ deleteUnknown: 'code2' }, [400001, 400002], 0, known, 1],
		[
			{ deleteUnknown: 'code0', deleteAnswer: 'onlyNotProcessed' },
			[400001, 7],
			0,
			{ notProcessed: ['7'] },
			2,
		],
		[{ deleteUnknown: 'code0', deleteAnswer: 'true' }, [400001, 7], 0, partly, 2],
	])('%j of %j', async (freedoms, ids, code, data, left) => {
		api.service.setFreedoms(freedoms);
		expect(await api.call('Link/Delete', { ids })).toMatchObject({ code, data });
		expect(size()).toBe(left);
	});

	it('answers 98 and 99 in the documented dialect, too', async () => {
		api.service.setDialect('documented');
		api.service.setFreedoms({ deleteUnknown: 'code98or99' });
		expect(await api.code('Link/Delete', { ids: [7] })).toBe(99);
		expect(await api.code('Link/Delete', { ids: [7, 400001] })).toBe(98);
	});
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

describe('F16: soft deletion', () => {
	beforeEach(() => api.call('Link/Delete', { ids: [400001] }));

	it.each([
		['off', 2, ['400003', '400002']],
		['notListed', 0, ['400003', '400002']],
		['listed', 0, ['400003', '400002', '400001']],
	] as const)('%s: a deleted link is answered with %d', async (softDeletion, code, ids) => {
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

	it.each(['observed', 'documented'] as const)('shows when it was deleted: %s', async (dialect) => {
		api.service.setDialect(dialect);
		api.service.setFreedoms({ softDeletion: 'listed' });
		const there = dialect === 'observed' ? null : undefined;
		const times = await api.column('Link/List', 'deletedTs');
		expect(times).toEqual([there, there, '2026-03-10 12:00:00']);
	});
});

describe('F17: short links', () => {
	const host = () => api.service.url.replace('http://', '');
	const get = (shortLink: string) => api.code('Link/Get', { shortLink });

	it.each<[freedoms: Partial<Freedoms>, before: string, after: string]>([
		[{ shortLinkForm: 'asIs' }, 'http://', '/'],
		[{ shortLinkForm: 'http' }, 'http://', '/'],
		[{ shortLinkForm: 'https' }, 'https://', '/'],
		[{ shortLinkForm: 'noScheme' }, '', '/'],
		[{ shortLinkPath: 'l/' }, 'http://', '/l/'],
		[{ shortLinkForm: 'noScheme', shortLinkPath: 's/kz/' }, '', '/s/kz/'],
	])(
		'%j: every method writes them like that, and they are found',
		async (freedoms, before, after) => {
			api.service.setFreedoms(freedoms);
			const form = `${before}${host()}${after}`;
			const [first] = (await api.column('Link/List', 'shortLink')).slice(-1);
			expect(first).toBe(`${form}8kn5`);
			expect(await get(`${form}8kn5`)).toBe(0);
			expect(await get(`ftp://${host()}/8kn5`)).toBe(2);
			const created = await api.data('Link/Create', { data: { fullLink: 'example.com' } });
			expect(created).toMatchObject({ shortLink: `${form}8kn8` });
			await api.send({ text: 'www.a.kz', params: { shortenLinks: 1 } });
			expect(await api.column('Message/List', 'text')).toEqual([`${form}8kn9`]);
			api.service.setDialect('documented');
			expect(await api.data('Link/Update', { id: 400001 })).toBe(`${form}8kn5`);
			const visit = await api.visit(`${after.slice(1)}8kn5`);
			expect(visit.headers.get('Location')).toBe('https://example.com/');
		},
	);

	it.each([
		['exact', [0, 2, 2, 2, 2]],
		['lenient', [0, 0, 0, 2, 2]],
	] as const)('are found %s', async (shortLinkMatch, codes) => {
		api.service.setFreedoms({ shortLinkForm: 'https', shortLinkMatch });
		const forms = [`https://${host()}/8kn5`, `http://${host()}/8kn5`, `${host()}/l/8kn5`];
		expect(await oneByOne([...forms, 'https://elsewhere.test/8kn5', '8kn5'], get)).toEqual(codes);
	});
});
