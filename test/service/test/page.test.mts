import { createHash } from 'node:crypto';
import { DEFAULT_KEY } from '../index.mts';
import { SECOND, useService } from './harness.mts';

const api = useService();

const get = () => fetch(`${api.service.url}/`);

/** What stands in the cells of the tables, row by row, without the markup within. */
async function rows(): Promise<string[][]> {
	const text = await (await get()).text();
	const cells = (row: string) =>
		[...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => cell);
	return [...text.matchAll(/<tr>(.*?)<\/tr>/gs)]
		.map(([, row]) => cells(row).map((cell) => cell.replace(/<[^>]+>/g, '').trim()))
		.filter((row) => row.length > 0);
}

const mark = (number: string, status?: string) =>
	fetch(`${api.service.url}/_page/numbers`, {
		method: 'POST',
		body: new URLSearchParams(status === undefined ? { number } : { number, status }),
		redirect: 'manual',
	});

const send = (recipient: string, text = 'Hello', params = {}) =>
	api.call('Message/SendSmsMessage', { recipient, text, params });

it('shows each message with text, recipient, status and time, as they move', async () => {
	await send('77015550001');
	await send('77015550000', 'Your parcel is here');
	const created = '2026-03-10 12:00:00';
	const [second, first] = [
		[created, '77015550000', 'Mobizon', 'Your parcel is here'],
		[created, '77015550001', 'Mobizon', 'Hello'],
	];
	expect(await rows()).toEqual([
		[...second, 'NEW', ''],
		[...first, 'NEW', ''],
	]);
	api.service.advance(SECOND);
	expect(await rows()).toEqual([
		[...second, 'ACCEPTD', created],
		[...first, 'ACCEPTD', created],
	]);
	api.service.advance(SECOND);
	expect(await rows()).toEqual([
		[...second, 'DELIVRD', '2026-03-10 12:00:01'],
		[...first, 'UNDELIV', '2026-03-10 12:00:01'],
	]);
	expect(await (await get()).text()).toContain('1 arrived, 1 failed, 0 on their way.');
});

it('says what a message waits for', async () => {
	await send('77015550000', 'Later', { deferredToTs: '2026-03-10 18:00:00' });
	await send('77015550000', 'To moderation');
	const [moderated, deferred] = await rows();
	expect(moderated[4]).toMatch(/^NEW\s+waits for a moderator$/);
	expect(deferred[4]).toMatch(/^NEW\s+waits until 2026-03-10 18:00:00$/);
});

it('shows links with their clicks; its own links count them, in the table and in texts', async () => {
	await send('77015550000', 'See http://shop.example/sale now', { shortenLinks: 1 });
	const text = await (await get()).text();
	const found = [...text.matchAll(/<a href="(\/[^"]+)"/g)].map(([, path]) => path);
	expect(found).toHaveLength(2);
	for (const path of found) {
		const visit = await fetch(api.service.url + path, { redirect: 'manual' });
		expect(visit.headers.get('location')).toBe('http://shop.example/sale');
	}
	const [, link] = await rows();
	expect(link.slice(1)).toEqual([
		api.service.url + found[0],
		'http://shop.example/sale',
		'',
		'active',
		'2',
	]);
});

it('makes a number fail until it is taken back', async () => {
	const number = '77015550100';
	const outcome = async () => {
		await send(number);
		api.service.advance(2 * SECOND);
		return (await rows())[0][4];
	};
	expect(await outcome()).toBe('DELIVRD');
	const answer = await mark('+7 (701) 555-01-00', 'EXPIRED');
	expect([answer.status, answer.headers.get('location')]).toEqual([303, '/']);
	expect(await outcome()).toBe('EXPIRED');
	expect(await (await get()).text()).toMatch(/77015550100:\s+<span class="failed">EXPIRED/);
	await mark(number);
	expect(await outcome()).toBe('DELIVRD');
	await mark(number, 'UNDELIV');
	api.service.reset();
	expect(await outcome()).toBe('DELIVRD');
});

it.each([
	['1234', 'UNDELIV'],
	['everybody', 'UNDELIV'],
	['77015550100', 'LOST'],
	['77015550100', 'constructor'],
])('refuses to mark %s as %s', async (number, status) => {
	expect((await mark(number, status)).status).toBe(400);
	expect(api.service.endings.size).toBe(0);
});

it('shows texts as they are, and never as markup', async () => {
	const evil = `<script>alert("1")</script> & 'quoted' &amp;`;
	const escaped =
		'&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;quoted&#39; &amp;amp;';
	await send('77015550000', evil);
	api.service.store.addLink({ fullLink: `https://a.example/?"><b>`, comment: evil });
	const text = await (await get()).text();
	expect(text.split(escaped)).toHaveLength(3);
	expect(text).not.toContain('alert("1")');
	expect(text).toContain('https://a.example/?&quot;&gt;&lt;b&gt;');
});

it('loads nothing, runs nothing but its own script, and shows no key', async () => {
	await send('77015550000');
	const answer = await get();
	const text = await answer.text();
	const policy = answer.headers.get('content-security-policy') ?? '';
	const inline = [...text.matchAll(/<(style|script)>(.*?)<\/\1>/gs)].map(
		([, , content]) => content,
	);
	expect(inline).toHaveLength(2);
	for (const content of inline) {
		expect(policy).toContain(`'sha256-${createHash('sha256').update(content).digest('base64')}'`);
	}
	expect(policy).toContain("default-src 'none'");
	expect(text).not.toMatch(/(src|href)="https?:/);
	expect(text).not.toContain(DEFAULT_KEY);
});

it('shows the newest 200 of many, and how many there are', async () => {
	api.service.store.addMessages(201, (index) => ({ text: `number ${index}` }));
	const found = await rows();
	expect(found).toHaveLength(200);
	expect([found[0][3], found[199][3]]).toEqual(['number 200', 'number 1']);
	expect(await (await get()).text()).toContain('The newest 200 of 201.');
});
