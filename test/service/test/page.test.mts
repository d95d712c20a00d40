import { createHash } from 'node:crypto';
import { DEFAULT_KEY } from '../index.mts';
import { SECOND, useService } from './harness.mts';

const api = useService();
const shown = async () => (await api.visit('')).text();
const sms = (recipient: string, text = 'Hello', params = {}) =>
	api.send({ recipient, text, params });
const all = (text: string, sought: RegExp) => [...text.matchAll(sought)].map(([, found]) => found);

/** What stands in the cells of the tables, row by row, without the markup within. */
const rows = async () =>
	all(await shown(), /<tr>(.*?)<\/tr>/gs)
		.map((row) => all(row, /<td[^>]*>(.*?)<\/td>/gs))
		.map((cells) => cells.map((cell) => cell.replace(/<[^>]+>/g, '').trim()))
		.filter((cells) => cells.length > 0);

it('shows each message with text, recipient, status and time, as they move', async () => {
	await sms('77015550001');
	await sms('77015550000', 'Your parcel is here');
	const created = '2026-03-10 12:00:00';
	const second = [created, '77015550000', 'Mobizon', 'Your parcel is here'];
	const first = [created, '77015550001', 'Mobizon', 'Hello'];
	const end = '2026-03-10 12:00:01';
	expect(await api.watch([0, SECOND, SECOND], rows)).toEqual([
		[second.concat('NEW', ''), first.concat('NEW', '')],
		[second.concat('ACCEPTD', created), first.concat('ACCEPTD', created)],
		[second.concat('DELIVRD', end), first.concat('UNDELIV', end)],
	]);
});

it('says what a message waits for', async () => {
	await sms('77015550000', 'Later', { deferredToTs: '2026-03-10 18:00:00' });
	await sms('77015550000', 'To moderation');
	const statuses = (await rows()).map((cells) => cells[4]);
	expect(statuses).toEqual(['NEW, waits for a moderator', 'NEW, waits until 2026-03-10 18:00:00']);
});

it('shows links with their clicks, and counts those made there', async () => {
	const fullLink = 'http://shop.example/sale';
	api.store.addLink({ fullLink, expirationDate: '2026-05-01', comment: 'Sale' });
	const [path] = all(await shown(), /<a href="\/([^"]+)"/g);
	expect((await api.visit(path)).headers.get('location')).toBe(fullLink);
	const [link] = await rows();
	const shortLink = `${api.service.url}/${path}`;
	expect(link.slice(1)).toEqual([shortLink, fullLink, 'Sale', 'true', '2026-05-01', '1']);
});

it('shows texts as they are, and never as markup', async () => {
	const evil = `<script>alert("1")</script> & 'quoted' &amp;`;
	const escaped = evil.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
	await sms('77015550000', evil);
	api.store.addLink({ fullLink: `https://a.example/?"><b>`, comment: evil });
	const text = await shown();
	expect(text.split(escaped)).toHaveLength(3);
	expect(text).not.toContain('alert("1")');
	expect(text).not.toContain('<b>');
});

it('loads and runs nothing, shows no key, and is loaded again by itself', async () => {
	await sms('77015550000');
	const { headers } = await api.visit('');
	const text = await shown();
	const [style] = all(text, /<style>(.*?)<\/style>/gs);
	const hash = createHash('sha256').update(style).digest('base64');
	expect(headers.get('content-security-policy')).toBe(
		`default-src 'none'; style-src 'sha256-${hash}'; img-src data:`,
	);
	expect(headers.get('refresh')).toMatch(/^\d$/);
	expect(text).not.toMatch(/(src|href)="https?:|<script/);
	expect(text).not.toContain(DEFAULT_KEY);
});

it('shows the newest 200 of many, and how many there are', async () => {
	api.store.addMessages(201, (index) => ({ text: `number ${index}` }));
	const found = await rows();
	expect([found.length, found[0][3], found[199][3]]).toEqual([200, 'number 200', 'number 1']);
	expect(await shown()).toContain('The newest 200 of 201.');
});
