import type { Freedoms } from '../index.mts';
import { complaint, invalid, useService } from './harness.mts';

const api = useService();

beforeEach(() => {
	for (let n = 0; n < 3; n++) api.service.store.addLink();
});

describe('F14: Delete', () => {
	const answer = (code: number, data: unknown) => ({ code, data, message: '' });
	const both = (processed: string[], notProcessed: string[]) => ({ processed, notProcessed });
	const deletion = async (freedoms: Partial<Freedoms>, ids: number[]) => {
		api.service.setFreedoms(freedoms);
		return api.call('Link/Delete', { ids });
	};

	it.each<[Partial<Freedoms>, unknown]>([
		[{ deleteAnswer: 'both' }, both(['400001', '400002'], [])],
		[{ deleteAnswer: 'onlyNotProcessed' }, { notProcessed: [] }],
		[{ deleteAnswer: 'emptyObject' }, {}],
		[{ deleteAnswer: 'true' }, true],
		[{ deleteAnswer: 'null' }, null],
	])('%j of links that are there', async (freedoms, data) => {
		expect(await deletion(freedoms, [400001, 400002])).toEqual(answer(0, data));
		expect(api.service.store.links.size).toBe(1);
	});

	it.each<[Partial<Freedoms>, number, unknown]>([
		[{ deleteUnknown: 'asIs' }, 98, both(['400001'], ['7'])],
		[{ deleteUnknown: 'code0' }, 0, both(['400001'], ['7'])],
		[{ deleteUnknown: 'code98or99' }, 98, both(['400001'], ['7'])],
		[{ deleteUnknown: 'code0', deleteAnswer: 'onlyNotProcessed' }, 0, { notProcessed: ['7'] }],
		[{ deleteUnknown: 'code0', deleteAnswer: 'true' }, 0, both(['400001'], ['7'])],
	])('%j with an unknown link', async (freedoms, code, data) => {
		expect(await deletion(freedoms, [400001, 7])).toEqual(answer(code, data));
		expect(api.service.store.links.size).toBe(2);
	});

	it('is refused as a whole with code 2 for one unknown link', async () => {
		const freedoms = { deleteUnknown: 'code2' } as const;
		expect(await deletion(freedoms, [400001, 7])).toMatchObject({ code: 2, data: null });
		expect(api.service.store.links.size).toBe(3);
		expect(await deletion(freedoms, [400001])).toMatchObject({ code: 0 });
		expect(await deletion(freedoms, [400001])).toMatchObject({ code: 2 });
	});

	it('answers 98 and 99 in the documented dialect, too', async () => {
		api.service.setDialect('documented');
		const freedoms = { deleteUnknown: 'code98or99' } as const;
		expect(await deletion(freedoms, [7])).toMatchObject({ code: 99 });
		expect(await deletion(freedoms, [7, 400001])).toMatchObject({ code: 98 });
	});
});

describe('F15: Update', () => {
	const link = () => api.service.store.link(400001);

	it('without data is refused with code 11', async () => {
		api.service.freedoms.emptyUpdate = 'code11';
		expect(await api.call('Link/Update', { id: 400001 })).toMatchObject({ code: 11 });
		const data = { comment: '' };
		expect(await api.call('Link/Update', { id: 400001, data })).toMatchObject({ code: 0 });
	});

	it('takes an empty date as never, or refuses it', async () => {
		await api.call('Link/Update', { id: 400001, data: { expirationDate: '2026-05-01' } });
		const never = { id: 400001, data: { expirationDate: '' } };
		expect(complaint(await api.call('Link/Update', never))).toEqual(invalid('data.expirationDate'));
		expect(link()?.expirationDate).toBe('2026-05-01');
		api.service.freedoms.emptyDate = 'never';
		expect(await api.call('Link/Update', never)).toMatchObject({ code: 0 });
		expect(link()?.expirationDate).toBeNull();
	});

	it('Create takes an empty date in the same way', async () => {
		const params = { data: { fullLink: 'example.com', expirationDate: '' } };
		expect(complaint(await api.call('Link/Create', params))).toEqual(
			invalid('data.expirationDate'),
		);
		api.service.freedoms.emptyDate = 'never';
		expect(await api.call('Link/Create', params)).toMatchObject({ code: 0 });
		expect(api.service.store.link(400004)?.expirationDate).toBeNull();
	});
});

describe('F16: soft deletion', () => {
	const codes = async () => {
		const calls: Array<[string, object]> = [
			['Link/Get', { id: 400001 }],
			['Link/Get', { code: '8kn5' }],
			['Link/Get', { shortLink: `${api.service.url}/8kn5` }],
			['Link/Update', { id: 400001, data: { comment: 'late' } }],
			['Link/GetStats', { ids: [400001], type: 'daily' }],
		];
		const found: number[] = [];
		for (const [method, params] of calls) found.push((await api.call(method, params)).code);
		return found;
	};
	beforeEach(() => api.call('Link/Delete', { ids: [400001] }));

	it('off: nothing answers for a deleted link', async () => {
		expect(await codes()).toEqual([2, 2, 2, 2, 2]);
		expect(await api.column('Link/List', 'id')).toEqual(['400003', '400002']);
	});

	it.each(['notListed', 'listed'] as const)('%s: it is still there, as deleted', async (how) => {
		api.service.freedoms.softDeletion = how;
		expect(await codes()).toEqual([0, 0, 0, 0, 0]);
		const { data } = await api.call('Link/Get', { id: 400001 });
		expect(data).toMatchObject({ deletedTs: '2026-03-10 12:00:00', comment: 'late' });
		const listed = await api.column('Link/List', 'id');
		expect(listed).toEqual(['400003', '400002', ...(how === 'listed' ? ['400001'] : [])]);
		expect(await api.call('Link/Delete', { ids: [400001] })).toMatchObject({ code: 99 });
		expect((await fetch(`${api.service.url}/8kn5`)).status).toBe(404);
		expect(api.service.store.link(400001)).toBeUndefined();
		expect(api.service.store.links.deleted.get('400001')).toMatchObject({ comment: 'late' });
	});

	it('shows the time of deletion in the documented dialect, too, and only where there is one', async () => {
		api.service.setDialect('documented');
		api.service.freedoms.softDeletion = 'listed';
		const rows = (await api.list('Link/List')).items;
		expect(rows.map((row) => row.deletedTs)).toEqual([undefined, undefined, '2026-03-10 12:00:00']);
	});
});

describe('F17: short links', () => {
	const host = () => api.service.url.replace('http://', '');
	const shown = async () => (await api.column('Link/List', 'shortLink')).at(-1);

	it.each<[Partial<Freedoms>, (host: string) => string]>([
		[{ shortLinkForm: 'asIs' }, (host) => `http://${host}/8kn5`],
		[{ shortLinkForm: 'http' }, (host) => `http://${host}/8kn5`],
		[{ shortLinkForm: 'https' }, (host) => `https://${host}/8kn5`],
		[{ shortLinkForm: 'noScheme' }, (host) => `${host}/8kn5`],
		[{ shortLinkPath: 'l/' }, (host) => `http://${host}/l/8kn5`],
		[{ shortLinkForm: 'noScheme', shortLinkPath: 's/kz/' }, (host) => `${host}/s/kz/8kn5`],
	])('%j are found as they are shown', async (freedoms, expected) => {
		api.service.setFreedoms(freedoms);
		expect(await shown()).toBe(expected(host()));
		const get = (shortLink: string) => api.call('Link/Get', { shortLink });
		expect(await get(expected(host()))).toMatchObject({ code: 0, data: { id: '400001' } });
		expect(await get(`ftp://${host()}/8kn5`)).toMatchObject({ code: 2 });
	});

	it('are written in that form by every method', async () => {
		api.service.setFreedoms({ shortLinkForm: 'https', shortLinkPath: 'l/' });
		const form = `https://${host()}/l/`;
		const created = await api.call('Link/Create', { data: { fullLink: 'example.com' } });
		expect(created.data).toMatchObject({ shortLink: `${form}8kn8` });
		const params = { shortenLinks: 1 };
		await api.call('Message/SendSmsMessage', {
			recipient: '77010000000',
			text: 'www.a.kz',
			params,
		});
		expect(await api.column('Message/List', 'text')).toEqual([`${form}8kn9`]);
		api.service.setDialect('documented');
		expect((await api.call('Link/Update', { id: 400001 })).data).toBe(`${form}8kn5`);
	});

	it('are found only letter by letter, or leniently', async () => {
		api.service.freedoms.shortLinkForm = 'https';
		const codes = async () => {
			const forms = [`https://${host()}/8kn5`, `http://${host()}/8kn5`, `${host()}/l/8kn5`];
			const found: number[] = [];
			for (const shortLink of [...forms, 'https://elsewhere.test/8kn5', '8kn5']) {
				found.push((await api.call('Link/Get', { shortLink })).code);
			}
			return found;
		};
		expect(await codes()).toEqual([0, 2, 2, 2, 2]);
		api.service.freedoms.shortLinkMatch = 'lenient';
		expect(await codes()).toEqual([0, 0, 0, 2, 2]);
	});

	it('lead a visitor on with a path, too', async () => {
		api.service.freedoms.shortLinkPath = 'l/';
		const visit = await fetch(`${await shown()}`, { redirect: 'manual' });
		expect(visit.headers.get('Location')).toBe('https://example.com/');
	});
});
