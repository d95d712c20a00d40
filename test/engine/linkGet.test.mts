import { DIALECTS, CONTINUE, fromItem, harness, locator } from './lib/harness.mts';
import { scenarios } from './lib/scenario.mts';

const h = harness();
const GONE = 'The service has no such record (code 2)';

test('a locator is sent as what it names: ID, code or address; each item may name it in another way', async () => {
	h.addLinks(1);
	const shortLink = `${h.service.url}/c0`;
	const links = [
		...[locator('id', '400001'), locator('list', '400001'), locator('code', ' c0 '), 400001],
		...[locator('url', shortLink), { mode: 'url', value: shortLink }],
		// What the editor makes of an address that is dragged onto the field.
		locator('id', shortLink),
		// What a model writes that fills in the field, which shows a list at first.
		...[locator('list', shortLink.replace('http://', '')), locator('list', 'c0')],
	];
	const items = links.map((link) => ({ link }));
	const { main } = await h.run('link.get', { link: fromItem('link') }, { items });
	const id = { id: '400001' };
	const code = { code: 'c0' };
	const secure = { shortLink: shortLink.replace('http:', 'https:') };
	// An address without a scheme is tried as it stands, and by its code.
	const sent = [id, id, code, id, ...Array(3).fill({ shortLink }), secure, code, code];
	expect(h.wire('Link/Get')).toEqual(sent);
	expect(main.map(({ json, pairedItem }) => [json.id, json.shortLink, pairedItem])).toEqual(
		links.map((_, item) => [400001, shortLink, { item }]),
	);
});

test.each(DIALECTS)('without Simplify undocumented keys come as they are, %s', async (dialect) => {
	h.service.dialect = dialect;
	h.service.store.addLink({ code: 'abcd', moderatorComment: 'Looks odd' });
	const { main } = await h.run('link.get', { link: locator('id', '400001'), simplify: false });
	const observed = {
		...{ redirectCnt: '0', domain: new URL(h.service.url).host, deletedTs: null },
		...{ updateTs: '2026-03-10 12:00:00', realExpirationDate: null },
	};
	expect(main[0].json).toEqual({
		...{ id: 400001, code: 'abcd', shortLink: `${h.service.url}/abcd`, status: 1, clickCnt: 0 },
		...{ fullLink: 'https://example.com/', comment: null, expirationDate: null },
		...{ createTs: '2026-03-10 12:00:00', moderatorStatus: 1, moderatorComment: 'Looks odd' },
		...(dialect === 'observed' && observed),
	});
});

test.each([
	['mbzn.co/abcd', 'https://mbzn.co/abcd'],
	['\u200b mbzn.co/abcd', 'https://mbzn.co/abcd'],
	['http://mbzn.co/abcd', 'http://mbzn.co/abcd'],
	['https://mbzn.co/abcd/', 'https://mbzn.co/abcd/'],
	['\u201cmbzn.co/abcd\u201d,', 'https://mbzn.co/abcd'],
	['<http://mbzn.co/abcd>).', 'http://mbzn.co/abcd'],
	['HTTPS://mbzn.co/l/abcd?x=1#y', 'https://mbzn.co/l/abcd?x=1#y'],
	['http://mbzn.co/abcd?u=http://a.b/', 'http://mbzn.co/abcd?u=http://a.b/'],
])('an address %j is tried as it stands, and by its code', async (url, shortLink) => {
	const link = locator('url', fromItem('url'));
	const { error } = await h.run('link.get', { link }, { items: [{ url }] });
	expect(h.wire('Link/Get')).toEqual([{ shortLink }, { code: 'abcd' }]);
	expect(error?.message).toBe(GONE);
});

test.each(['abcd', '400001,400002'])('By ID, %j: the advice says what an ID is', async (id) => {
	const link = locator('id', fromItem('id'));
	const { error } = await h.run('link.get', { link }, { items: [{ id }] });
	expect(error?.message).toBe(`"Link" is not an ID: "${id}"`);
	expect(error?.description).toBe(
		'An ID is one whole number, such as 400001: a name or a code is none.',
	);
});

test('a host with capitals, as phones write it, is the same host', async () => {
	const data = { id: '7', code: 'abcd', shortLink: 'https://mbzn.co/abcd' };
	h.strike('code=abcd', { code: 0, data });
	const { main } = await h.run('link.get', { link: locator('url', 'Mbzn.co/abcd') });
	expect(main.map(({ json }) => json.id)).toEqual([7]);
});

const CHOICES = ['link.get', 'link.update', 'link.delete', 'statistics.get'];

test.each(CHOICES)('%s: in another case it is another link', async (choice) => {
	h.service.setFreedoms({ codesAnyCase: true, shortLinkMatch: 'lenient' });
	for (const code of ['ABcd', 'abcd', 'only']) h.service.store.addLink({ code });
	const address = h.service.url.replace('http:', 'https:');
	const items = [
		...['ABcd', 'abcd', 'ONLY'].map((code) => ({ link: locator('code', code) })),
		...['ABcd', 'abcd'].map((code) => ({ link: locator('url', `${address}/${code}`) })),
	];
	const updateFields = { comment: 'Mine', expiration: 'never' };
	const given = { link: fromItem('link'), updateFields, output: 'totals' };
	const { main } = await h.run(choice, given, { items, ...CONTINUE });
	expect(main.map(({ json }) => json.error ?? json.id ?? json.linkId)).toEqual([
		400001,
		'The service found the link "ABcd", not "abcd"',
		'The service found the link "only", not "ONLY"',
		400001,
		'The service found the link "ABcd", not "abcd"',
	]);
	const touched = [...h.service.store.links.all()].map(({ comment }) => comment);
	const own = choice === 'link.update' ? ['Mine', null, null] : [null, null, null];
	expect(touched).toEqual(choice === 'link.delete' ? own.slice(1) : own);
});

scenarios(h, {
	'the same code on another host is another link': {
		account: () => h.addLinks(1),
		choice: 'link.get',
		parameters: { link: locator('url', 'https://elsewhere.example/c0') },
		wire: [
			['Link/Get', { shortLink: 'https://elsewhere.example/c0' }],
			['Link/Get', { code: 'c0' }],
		],
		out: [GONE],
	},
	'a fault that another address would meet, too, is told after one call': {
		faults: [{ times: Infinity, kind: { code: 8 } }],
		choice: 'link.get',
		parameters: { link: locator('url', 'https://mbzn.co/c0') },
		wire: [['Link/Get', { shortLink: 'https://mbzn.co/c0' }]],
		out: [expect.stringContaining('(code 8)')],
	},
	'an identifier past the range of exact numbers keeps all its digits': {
		account: (store) => store.addLink({ id: '9007199254740993' }),
		choice: 'link.get',
		parameters: { link: locator('id', '9007199254740993') },
		wire: [['Link/Get', { id: '9007199254740993' }]],
		out: [expect.objectContaining({ id: '9007199254740993' })],
	},
});
