import type { Freedoms } from '../index.mts';
import { CALLS, oneByOne, useService } from './harness.mts';

const api = useService();

beforeEach(() => {
	for (let n = 0; n < 3; n++) api.store.addLink();
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
		['Link/Get', { shortLink: `${api.service.url}/8kn5` }],
		['Link/Update', { id: 400001, data: { comment: 'late' } }],
		['Link/GetStats', { ids: [400001], type: 'daily' }],
	];
	const codes = await oneByOne(calls, ([method, params]) => api.code(method, params));
	expect(codes).toEqual(calls.map(() => code));
	expect(await api.column('Link/List', 'id')).toEqual(ids);
	const times = [null, null, '2026-03-10 12:00:00'].slice(0, ids.length);
	expect(await api.column('Link/List', 'deletedTs')).toEqual(times);
	expect(await api.code('Link/Delete', { ids: [400001] })).toBe(99);
	expect((await api.visit('8kn5')).status).toBe(404);
	expect(api.store.link(400001)).toBeUndefined();
	const comment = code === 0 ? 'late' : null;
	expect(api.store.links.deleted.get('400001')).toMatchObject({ comment });
	api.service.dialect = 'documented';
	const documented = times.map((time) => time ?? undefined);
	expect(await api.column('Link/List', 'deletedTs')).toEqual(documented);
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
	expect(await api.code('Link/Get', { shortLink: `${form}8kn5` })).toBe(0);
	const created = await api.data('Link/Create', { data: { fullLink: 'example.com' } });
	expect(created).toMatchObject({ shortLink: `${form}8kn8` });
	await api.send({ text: 'www.a.kz', params: { shortenLinks: 1 } });
	expect(await api.column('Message/List', 'text')).toEqual([`${form}8kn9`]);
	api.service.dialect = 'documented';
	expect(await api.data('Link/Update', { id: 400001 })).toBe(`${form}8kn5`);
	const visit = await api.visit(`${after.slice(1)}8kn5`);
	expect(visit.headers.get('Location')).toBe('https://example.com/');
});

it.each<[Freedoms['textStored'], sent: string, stored: string]>([
	['asIs', ' Да\n', ' Да\n'],
	['trimmed', ' \n Hi there \t', 'Hi there'],
	['crlf', 'a\nb\r\nc', 'a\r\nb\r\nc'],
	['transliterated', 'Привет, Жанар! Щука', 'Privet, Zhanar! Shchuka'],
	['transliterated', 'Ёлка й Йод São', 'Yolka y Yod Sao'],
	['cut', 'Hello, number 7!', 'Hello, num'],
	['linksShortened', 'See www.example.com/long.', 'See https://s.kz/8kn8.'],
])('F21: a text comes back %s', async (textStored, text, stored) => {
	api.store.publicUrl = 'https://s.kz/';
	api.service.setFreedoms({ textStored });
	await api.send({ text });
	api.store.publicUrl = `${api.service.url}/`;
	expect(await api.column('Message/List', 'text')).toEqual([stored]);
	const found = await api.list('Message/List', { criteria: { text: stored } });
	expect(found.items).toHaveLength(1);
	expect(api.service.calls[0]?.params).toMatchObject({ text });
});

function idsIn(data: unknown): unknown[] {
	const found: unknown[] = [];
	JSON.stringify(data, (key, value: unknown) => {
		if (/^(id|messageId|campaignId|processed|notProcessed)$/.test(key)) found.push(value);
		return value;
	});
	return found.flat();
}

it.each<[Freedoms['idForm'], (id: string) => unknown]>([
	['asIs', String],
	['number', Number],
	['text', String],
	['spaced', (id) => ` ${id}`],
])('F22: ids are written in one form everywhere: %s', async (idForm, form) => {
	if (idForm === 'text') api.service.dialect = 'documented';
	api.service.setFreedoms({ idForm });
	api.store.addMessage();
	const data = await oneByOne(CALLS, ([method, params]) => api.data(method, params));
	const ids = data.flatMap(idsIn);
	expect(ids).toHaveLength(13);
	expect(ids).toEqual(ids.map((id) => form(String(id).trim())));
});
