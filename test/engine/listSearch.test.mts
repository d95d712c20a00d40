import type { INodeListSearchResult } from 'n8n-workflow';

import { harness } from './lib/harness.mts';
import { ownClock } from '../sending/lib/clock.mts';
import { searchLinks } from './lib/context.mts';

const h = harness();
ownClock();

const search = async (filter?: string, token?: string) => await searchLinks(h, filter, token);

test('shows code and comment, or the full link, newest first, with the address to open', async () => {
	h.service.store.addLink({ code: 'aa', comment: 'Spring', createTs: h.service.now() - 1000 });
	h.service.store.addLink({ code: 'bb', fullLink: 'https://example.com/b' });
	expect(await search()).toEqual({
		results: [
			{ name: 'bb: https://example.com/b', value: '400002', url: `${h.service.url}/bb` },
			{ name: 'aa: Spring', value: '400001', url: `${h.service.url}/aa` },
		],
	});
	expect(h.wire('Link/List')).toEqual([
		{ sort: { createTs: 'DESC' }, pagination: { pageSize: '50', currentPage: '0' } },
	]);
});

test('finds links by their full or short link, in the newest 500, with as few calls as it takes', async () => {
	const { store } = h.service;
	store.addLink({ code: 'aa', comment: 'Spring', fullLink: 'https://shop.example.com/coat' });
	for (let n = 0; n < 60; n++) store.addLink({ createTs: h.service.now() + 1000 });
	const first = await search(' SHOP.example.com/Coat ');
	expect(first).toEqual({ results: [expect.objectContaining({ name: 'aa: Spring' })] });
	const criteria = h.wire('Link/List').map((call) => Object(call).criteria);
	expect(criteria).toEqual([{ query: 'SHOP.example.com/Coat' }, undefined, undefined]);
	for (const url of [h.service.url, h.service.url.replace('http:', 'HTTPS:')]) {
		const byShortLink = await search(`${url}/aa/`);
		expect(byShortLink.results.map(({ value }) => value)).toEqual(['400001']);
	}
});

test('what the service finds comes first, and addresses behind it, each link once', async () => {
	const { store } = h.service;
	for (let n = 0; n < 10; n++) store.addLink({ comment: 'a coat' });
	store.addLink({ code: 'aa', comment: 'a blue coat', fullLink: 'https://example.com/coat' });
	store.addLink({ code: 'bb', fullLink: 'https://example.com/a%20coat' });
	const first = await search('coat');
	expect(first.results).toHaveLength(11);
	expect(h.wire('Link/List')).toMatchObject([{ criteria: { query: 'coat' } }]);
	const { results, paginationToken } = await search('coat', String(first.paginationToken));
	expect(results.map(({ value }) => value)).toEqual(['400012']);
	expect(paginationToken).toBeUndefined();
	// A list of a few could not be scrolled, so the editor would not ask for more.
	const { results: few } = await search('blue');
	expect(few).toHaveLength(1);
	store.addLink({ fullLink: 'https://example.com/blue' });
	const both = await search('blue');
	expect(both.results.map(({ value }) => value)).toEqual(['400011', '400013']);
});

test('a search by address ends after 10 pages', async () => {
	h.addLinks(520);
	expect(await search('nowhere.example')).toEqual({ results: [] });
	expect(h.wire('Link/List')).toHaveLength(1 + 10);
});

test('where the newest 1000 are pages of waiting executions, the editor does not go on by itself', async () => {
	const fullLink = 'https://n8n.example.com/webhook-waiting/1?signature=a';
	for (let n = 0; n < 1050; n++) h.service.store.addLink({ fullLink });
	expect(await search()).toEqual({ results: [] });
	expect(h.wire('Link/List')).toHaveLength(20);
});

test('a list that shows none of the links that it counts is no empty list', async () => {
	h.service.setFreedoms({ listShows: 0 });
	h.addLinks(520);
	for (const filter of [undefined, 'nowhere.example'])
		await expect(search(filter)).rejects.toThrow('the whole list (0 of 520 rows)');
	expect(h.wire('Link/List').length).toBeLessThan(6);
});

test('a list that shows fewer links than it counts is not asked for the rest, page by page', async () => {
	h.service.setFreedoms({ listShows: 60 });
	h.addLinks(520);
	expect(await search('nowhere.example')).toEqual({ results: [] });
	expect(h.wire('Link/List').length).toBeLessThan(6);
});

test.each([
	[50, [50], {}],
	[120, [50, 50, 20], {}],
	[120, [50, 50, 20], { totalForm: 'absent' }] as const,
])('%i links come in pages of %j, %j', async (count, sizes, freedoms) => {
	h.service.setFreedoms(freedoms);
	h.addLinks(count);
	const pages: INodeListSearchResult[] = [];
	do pages.push(await search(undefined, pages.at(-1)?.paginationToken));
	while (pages.at(-1)?.paginationToken !== undefined);
	expect(pages.map(({ results }) => results.length)).toEqual(sizes);
	const values = pages.flatMap(({ results }) => results.map(({ value }) => value));
	expect(new Set(values).size).toBe(count);
});

test('a refusal is shown in the editor in plain words', async () => {
	h.service.faults.add({ kind: { code: 8 } });
	await expect(search()).rejects.toThrow('The service does not know the API key (code 8)');
});

test('a deleted link is named so, and an address without a scheme is not opened', async () => {
	h.service.setFreedoms({ softDeletion: 'listed', shortLinkForm: 'noScheme' });
	const { id } = h.service.store.addLink({ code: 'aa', comment: 'Spring' });
	h.service.store.links.remove(id, h.service.now());
	expect((await search()).results).toEqual([{ name: 'aa (deleted): Spring', value: id }]);
});

test('a link that comes without a code and an address is shown by its ID', async () => {
	h.service.faults.add({ kind: { code: 0, data: { items: [{ id: '7', code: null }] } } });
	expect((await search()).results).toEqual([{ name: '7', value: '7' }]);
});

test('in the editor, a server that cannot be reached is told within 5 s', async () => {
	const credential = () => h.credential({ baseUrl: 'http://127.0.0.1:9' });
	const began = Date.now();
	await expect(searchLinks({ ...h, credential })).rejects.toThrow('could not be reached');
	expect(Date.now() - began).toBeLessThanOrEqual(5_000);
});
