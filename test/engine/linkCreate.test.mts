import { fromItem, harness } from './lib/harness.mts';
import { gate, until } from '../until.mts';

const h = harness();

describe.each(['observed', 'documented'] as const)('Link/Create, %s answers', (dialect) => {
	beforeEach(() => h.service.setDialect(dialect));

	test('sends every parameter and returns id, code and shortLink', async () => {
		const { main } = await h.link('link.create', {
			fullLink: 'https://example.com/page?a=1&b=ü#end',
			additionalFields: {
				status: 0,
				expirationDate: '2026-12-31T00:00:00',
				comment: 'Spring & summer',
			},
		});
		expect(h.wire('Link/Create')).toEqual([
			{
				data: {
					fullLink: 'https://example.com/page?a=1&b=ü#end',
					status: '0',
					expirationDate: '2026-12-31',
					comment: 'Spring & summer',
				},
			},
		]);
		const [created] = [...h.service.store.links.all()];
		expect(main).toEqual([
			{
				json: { id: 400001, code: created.code, shortLink: `${h.service.url}/${created.code}` },
				pairedItem: { item: 0 },
			},
		]);
		expect(created).toMatchObject({
			status: 0,
			expirationDate: '2026-12-31',
			comment: 'Spring & summer',
		});
	});
});

test('leaves out what was not given', async () => {
	await h.link('link.create', {
		fullLink: '  example.com/a ',
		additionalFields: { comment: '', expirationDate: '' },
	});
	expect(h.service.calls.map(({ rawBody }) => rawBody)).toEqual(['data[fullLink]=example.com%2Fa']);
});

test('the key, the format and the version go in the query of a POST to the documented path', async () => {
	await h.link('link.create', { fullLink: 'example.com' });
	const [call] = h.service.calls;
	expect(call.method).toBe('Link/Create');
	expect(call.query).toEqual({ output: 'json', api: 'v1', apiKey: h.credential().apiKey });
	expect(call.headers['content-type']).toBe('application/x-www-form-urlencoded');
	expect(call.code).toBe(0);
});

test('outputs keep the order of the items and are paired, whichever answer comes first', async () => {
	const { held, open } = gate();
	const when = ({ rawBody }: { rawBody: string }) => rawBody.includes('first');
	h.service.faults.add({ method: 'Link/Create', when, kind: { delay: held } });
	void until(() => h.service.store.links.size === 6).then(open);
	const names = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh'];
	const { main } = await h.link(
		'link.create',
		{ fullLink: fromItem('url'), additionalFields: { comment: fromItem('name') } },
		{ items: names.map((name) => ({ name, url: `example.com/${name}` })) },
	);
	const made = main.map(({ json, pairedItem }) => ({
		comment: h.service.store.link(Number(json.id))?.comment,
		pairedItem,
	}));
	expect(made).toEqual(names.map((comment, item) => ({ comment, pairedItem: { item } })));
});

test('no more than five calls begin before the service has answered one', async () => {
	const { held, open } = gate();
	h.service.faults.add({ times: Infinity, kind: { delay: held } });
	const items = Array.from({ length: 12 }, (_, n) => ({ url: `example.com/${n}` }));
	const running = h.link('link.create', { fullLink: fromItem('url') }, { items });
	await until(() => h.service.calls.length >= 5);
	for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
	expect(h.service.calls).toHaveLength(5);
	open();
	await running;
	expect(h.service.calls).toHaveLength(12);
});

test.each([
	['a day', '2026-05-01', '2026-05-01'],
	['the date picker, which means the day itself', '2026-05-01T00:00:00', '2026-05-01'],
	['an instant that is the next day in the account', '2026-05-01T22:00:00Z', '2026-05-02'],
	['day first', '01.05.2026', '2026-05-01'],
	[
		'a luxon date of an expression',
		"={{ DateTime.fromISO('2026-05-01T22:00:00Z') }}",
		'2026-05-02',
	],
	['a date object of an expression', "={{ new Date('2026-05-01T01:00:00Z') }}", '2026-05-01'],
])('expiration date: %s', async (_, given, sent) => {
	await h.link('link.create', {
		fullLink: 'example.com',
		additionalFields: { expirationDate: given },
	});
	expect(h.wire('Link/Create')).toEqual([
		{ data: { fullLink: 'example.com', expirationDate: sent } },
	]);
});

test('without the zone of the account nothing is written: that of the workflow is another', async () => {
	const { error } = await h.link(
		'link.create',
		{ fullLink: 'example.com', additionalFields: { expirationDate: '2026-05-01T22:00:00Z' } },
		{ credential: h.credential({ timezone: '' }), timezone: 'America/New_York' },
	);
	expect(error?.message).toContain('"Account Time Zone" of the credential is empty');
	expect(h.service.calls).toEqual([]);
});

test('no items, no call', async () => {
	const { main } = await h.link('link.create', { fullLink: 'example.com' }, { items: [] });
	expect(main).toEqual([]);
	expect(h.service.calls).toEqual([]);
});

test('marks that came along with a copied address are left out, a figure or a date is no address', async () => {
	const items = ['\u200bexample.com/a\u200b\ufeff', '1.5', 10.5, '10.12.2026', '10.0.0.7/a'];
	const { main } = await h.link(
		'link.create',
		{ fullLink: fromItem('url') },
		{ items: items.map((url) => ({ url })), onError: 'continueRegularOutput' },
	);
	expect(h.wire('Link/Create')).toEqual(
		['example.com/a', '10.0.0.7/a'].map((fullLink) => ({ data: { fullLink } })),
	);
	expect(main[2].json.error).toBe('"Full Link" is not a URL: "10.5"');
});
