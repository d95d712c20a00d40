import { DAY, NOON, SECOND, useService } from './harness.mts';

const api = useService();

describe('Link/List', () => {
	const codes = (params: object = {}) => api.column('Link/List', 'code', params);

	beforeEach(() => {
		const { store } = api;
		const createTs = NOON - DAY + 500;
		store.addLink({ code: 'old', createTs, comment: 'Spring sale', fullLink: 'c.test' });
		store.addLink({ code: 'off', status: 0, expirationDate: '2026-05-01', fullLink: 'a.test' });
		store.addLink({ code: 'bad', moderatorStatus: 0, trackingCode: 'TrK', fullLink: 'b.test' });
		for (const code of ['bad', 'bad', 'off']) store.click(code);
	});

	it.each([
		[{}, ['bad', 'off', 'old']],
		[{ status: 0 }, ['off']],
		[{ status: 1 }, ['bad', 'old']],
		[{ moderatorStatus: 0 }, ['bad']],
		[{ createTsFrom: '2026-03-10' }, ['bad', 'off']],
		[{ createTsTo: '2026-03-09 12:00:00' }, ['old']],
		[{ createTsTo: '2026-03-09 11:59:59' }, []],
		[{ createTsFrom: '2026-03-09', createTsTo: '2026-03-10 12:00:00' }, ['bad', 'off', 'old']],
		[{ query: 'of' }, ['off']],
		[{ query: 'sale' }, ['old']],
		[{ query: 'trk' }, ['bad']],
		[{ query: 'a.test' }, []],
		[{ status: 1, moderatorStatus: 1 }, ['old']],
	])('filters by %j, newest first', async (criteria, expected) => {
		expect(await codes({ criteria })).toEqual(expected);
	});
});

it.each([
	[{ status: 0 }, 404],
	[{ moderatorStatus: 0 }, 404],
	[{ expirationDate: '2026-03-09' }, 404],
	[{ expirationDate: '2026-03-10' }, 302],
])(
	'a visit at the last moment of a day in the zone of the account, with %j: %d',
	async (row, status) => {
		const link = api.store.addLink({ fullLink: 'пример.рф/путь', ...row });
		api.service.advance(DAY / 2 - 1);
		const visit = await api.visit(link.code);
		expect(visit.status).toBe(status);
		const address = status === 302 ? new URL('http://пример.рф/путь').href : null;
		expect(visit.headers.get('location')).toBe(address);
		const counted = status === 302 ? [NOON + DAY / 2 - 1] : [];
		expect(link).toMatchObject({ clicks: counted, redirects: counted });
		api.service.advance(1);
		expect((await api.visit(link.code)).status).toBe(404);
		expect((await api.visit('none')).status).toBe(404);
	},
);

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
