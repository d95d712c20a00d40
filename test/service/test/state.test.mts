import { SECOND, useService } from './harness.mts';

const api = useService();

it('a browser is shown messages and links as they move, the newest first, never as markup, and loads them again', async () => {
	api.store.addMessage();
	await api.send({ recipient: '77015550001', text: '<b>First' });
	const { code } = api.store.addLink();
	const look = async () => (await api.visit('')).json();
	const [seen] = await api.watch([2 * SECOND], look);
	const first = { text: '<b>First', status: 'UNDELIV', statusUpdateTs: '2026-03-10 12:00:01' };
	const older = { text: 'Hello', status: 'DELIVRD' };
	const links = (clickCnt: string) => [{ shortLink: `${api.service.url}/${code}`, clickCnt }];
	expect(seen).toMatchObject({ messages: [first, older], links: links('0') });
	await api.visit(code);
	expect(await look()).toMatchObject({ links: links('1') });
	const { headers } = await api.visit('');
	expect(headers.get('content-type')).toMatch(/^application\/json/);
	expect(headers.get('refresh')).toMatch(/^\d$/);
});
