import { z } from 'zod';
import { SECOND, useService } from './harness.mts';

const api = useService();

it('a browser is shown messages and links as they move, the newest first', async () => {
	await api.send({ recipient: '77015550001', text: 'First' });
	await api.send({ text: 'Second' });
	const { code } = api.store.addLink({ fullLink: 'http://shop.example/sale' });
	const look = async () => (await api.visit('')).json();
	const [seen] = await api.watch([2 * SECOND], look);
	expect(seen).toMatchObject({
		messages: [
			{ text: 'Second', status: 'DELIVRD', statusUpdateTs: '2026-03-10 12:00:01' },
			{ text: 'First', to: '77015550001', status: 'UNDELIV' },
		],
		links: [{ shortLink: `${api.service.url}/${code}`, clickCnt: '0' }],
	});
	await api.visit(code);
	expect(await look()).toMatchObject({ links: [{ clickCnt: '1' }] });
});

it('a browser is shown the newest 200, never as markup, and loads them again by itself', async () => {
	api.store.addMessages(201, (index) => ({ text: `<b>${index}` }));
	const response = await api.visit('');
	expect(response.headers.get('content-type')).toMatch(/^application\/json/);
	expect(response.headers.get('refresh')).toMatch(/^\d$/);
	const { messages } = z.object({ messages: z.array(z.unknown()) }).parse(await response.json());
	expect([messages.length, messages[0]]).toEqual([
		200,
		expect.objectContaining({ text: '<b>200' }),
	]);
});
