import { fromItem, harness, locator, NOON } from './lib/harness.mts';

const h = harness();

const documented = (code: string) => ({
	id: 400001,
	code,
	shortLink: `${h.service.url}/${code}`,
	fullLink: 'https://example.com/page',
	status: 1,
	moderatorStatus: 0,
	clickCnt: 2,
	createTs: '2026-03-10 12:00:00',
	expirationDate: '2026-12-31',
	comment: null,
});

function seed() {
	const link = h.service.store.addLink({
		fullLink: 'https://example.com/page',
		code: 'abcd',
		moderatorStatus: 0,
		moderatorComment: 'Looks odd',
		expirationDate: '2026-12-31',
	});
	h.service.store.click('abcd', NOON);
	h.service.store.click('abcd', NOON);
	return link;
}

describe.each(['observed', 'documented'] as const)('Link/Get, %s answers', (dialect) => {
	beforeEach(() => {
		h.service.setDialect(dialect);
		seed();
	});

	test.each([
		['id', '400001', { id: '400001' }],
		['id', 400001, { id: '400001' }],
		['list', '400001', { id: '400001' }],
		['code', ' abcd ', { code: 'abcd' }],
	] as const)('locator by %s: %p', async (mode, value, sent) => {
		const { main } = await h.link('link.get', { link: locator(mode, value) });
		expect(h.wire('Link/Get')).toEqual([sent]);
		expect(main).toEqual([{ json: documented('abcd'), pairedItem: { item: 0 } }]);
	});

	test('locator by url', async () => {
		const { main } = await h.link('link.get', { link: locator('url', `${h.service.url}/abcd`) });
		expect(h.wire('Link/Get')).toEqual([{ shortLink: `${h.service.url}/abcd` }]);
		expect(main).toEqual([{ json: documented('abcd'), pairedItem: { item: 0 } }]);
	});

	test('without Simplify undocumented keys are passed on as they came', async () => {
		const { main } = await h.link('link.get', { link: locator('id', '400001'), simplify: false });
		const extra = {
			redirectCnt: '2',
			domain: new URL(h.service.url).host,
			updateTs: '2026-03-10 12:00:00',
			deletedTs: null,
			realExpirationDate: '2026-12-31',
		};
		expect(main[0].json).toEqual({
			...documented('abcd'),
			moderatorComment: 'Looks odd',
			...(dialect === 'observed' && extra),
		});
	});
});

test('Simplify gives ten fields', async () => {
	seed();
	const { main } = await h.link('link.get', { link: locator('id', '400001') });
	expect(Object.keys(main[0].json)).toEqual(Object.keys(documented('abcd')));
});

test('a locator may be made by an expression, in each item another way', async () => {
	seed();
	const links = [
		locator('code', 'abcd'),
		400001,
		'400001',
		{ mode: 'url', value: `${h.service.url}/abcd` },
		{ value: 400001 },
	];
	const { main, error } = await h.link(
		'link.get',
		{ link: fromItem('link') },
		{ items: links.map((link) => ({ link })) },
	);
	expect(error).toBeUndefined();
	expect(main).toEqual(
		links.map((_, item) => ({ json: documented('abcd'), pairedItem: { item } })),
	);
	expect(h.wire('Link/Get')).toEqual([
		{ code: 'abcd' },
		{ id: '400001' },
		{ id: '400001' },
		{ shortLink: `${h.service.url}/abcd` },
		{ id: '400001' },
	]);
});

test.each([
	['mbzn.co/abcd', 'https'],
	['\u200b mbzn.co/abcd', 'https'],
	['http://mbzn.co/abcd', 'http'],
	['HTTPS://mbzn.co/l/abcd?x=1#y', 'https'],
])(
	'an address %j is tried as it stands, with the other scheme, and by its code',
	async (given, first) => {
		const link = locator('url', fromItem('url'));
		const { error } = await h.link('link.get', { link }, { items: [{ url: given }] });
		const address = given.replace(/^\P{L}+|\w+:\/\//gu, '');
		expect(h.wire('Link/Get')).toEqual([
			{ shortLink: `${first}://${address}` },
			{ shortLink: `${first === 'http' ? 'https' : 'http'}://${address}` },
			{ code: 'abcd' },
		]);
		expect(error?.message).toBe('The service has no such record (code 2)');
	},
);

test('the same code on another host is another link', async () => {
	seed();
	const link = locator('url', 'https://elsewhere.example/abcd');
	const { error } = await h.link('link.get', { link });
	expect(error?.message).toBe('The service has no such record (code 2)');
});

test('the value inside a locator may be an expression', async () => {
	const codes = ['aa', 'bb', 'cc'];
	for (const code of codes) h.service.store.addLink({ code });
	const { main } = await h.link(
		'link.get',
		{ link: locator('code', fromItem('code')) },
		{ items: codes.map((code) => ({ code })) },
	);
	expect(main.map(({ json, pairedItem }) => [json.code, pairedItem])).toEqual(
		codes.map((code, item) => [code, { item }]),
	);
});

test('an identifier past the range of exact numbers keeps all its digits', async () => {
	h.service.store.addLink({ id: '9007199254740993', code: 'big' });
	const { main } = await h.link('link.get', { link: locator('id', '9007199254740993') });
	expect(main[0].json).toMatchObject({ id: '9007199254740993', code: 'big' });
});

test('a link that is not there is the item’s own failure', async () => {
	seed();
	const { main } = await h.link(
		'link.get',
		{ link: locator('id', fromItem('id')) },
		{ items: [{ id: 1 }, { id: 400001 }], onError: 'continueRegularOutput' },
	);
	expect(main[0]).toMatchObject({ json: {}, pairedItem: { item: 0 } });
	expect(main[0].json.error).toBe('The service has no such record (code 2)');
	expect(main[1]).toEqual({ json: documented('abcd'), pairedItem: { item: 1 } });
});
