import { harness, locator } from './lib/harness.mts';

const h = harness();

const UPDATE = 'Link/Update';

const seed = (code = 'abcd') =>
	h.service.store.addLink({ code, comment: 'Old', expirationDate: '2026-12-31' });

const stored = (id = 400001) => h.service.store.link(id);

const byId = { link: locator('id', '400001') };

test.each([
	['observed', true],
	['documented', false],
] as const)(
	'%s answers: returns id and shortLink, which only one of them tells',
	async (dialect, isUntold) => {
		h.service.setDialect(dialect);
		seed();
		const updateFields = {
			status: 0,
			expiration: 'date',
			expirationDate: '2027-01-01',
			comment: 'New',
		};
		const { main } = await h.link('link.update', { ...byId, updateFields });
		expect(h.wire(UPDATE)).toEqual([
			{ id: '400001', data: { status: '0', comment: 'New', expirationDate: '2027-01-01' } },
		]);
		const shortLink = isUntold ? null : `${h.service.url}/abcd`;
		expect(main).toEqual([
			{ json: { id: 400001, shortLink, updated: true }, pairedItem: { item: 0 } },
		]);
		expect(stored()).toMatchObject({ status: 0, comment: 'New', expirationDate: '2027-01-01' });
	},
);

test.each([
	['nothing chosen keeps the date', { status: 0 }, ['Link/Get', UPDATE], '2026-12-31'],
	['keep', { expiration: 'keep', status: 0 }, ['Link/Get', UPDATE], '2026-12-31'],
	[
		'keep, with a date left over',
		{ expiration: 'keep', expirationDate: '2028-01-01', status: 0 },
		['Link/Get', UPDATE],
		'2026-12-31',
	],
	['never', { expiration: 'never', status: 0 }, [UPDATE], null],
	[
		'a date',
		{ expiration: 'date', expirationDate: '2027-02-03', status: 0 },
		[UPDATE],
		'2027-02-03',
	],
	[
		'a date without the choice',
		{ expirationDate: '2027-02-03', status: 0 },
		[UPDATE],
		'2027-02-03',
	],
])('expiration: %s', async (_, updateFields, methods, expected) => {
	seed();
	await h.link('link.update', { ...byId, updateFields });
	expect(h.methods()).toEqual(methods);
	expect(stored()).toMatchObject({ expirationDate: expected, comment: 'Old', status: 0 });
});

describe.each(['accepted', 'code11'] as const)(
	'a service for which no data is %s',
	(emptyUpdate) => {
		test.each([0, 1])('never as the only change works, and leaves status %i', async (status) => {
			h.service.setFreedoms({ emptyUpdate });
			const { id } = seed();
			h.service.store.links.update(h.service.store.link(id)!, { status });
			const { main } = await h.link('link.update', {
				...byId,
				updateFields: { expiration: 'never' },
			});
			expect(main[0].json).toMatchObject({ id: 400001, updated: true });
			expect(stored()).toMatchObject({ expirationDate: null, comment: 'Old', status });
		});
	},
);

test.each([
	[{}],
	[{ expiration: 'keep' }],
	[{ expiration: 'keep', expirationDate: '2028-01-01' }],
	[{ status: '' }],
])(
	'an update that changes nothing, %j, is refused by name before any call',
	async (updateFields) => {
		seed();
		const { error } = await h.link('link.update', { ...byId, updateFields });
		expect(error?.message).toBe('"Update Fields" changes nothing');
		expect(h.methods()).toEqual([]);
	},
);

test('a date that cannot be read is not dropped', async () => {
	seed();
	const body = JSON.stringify({ code: 0, data: { id: '400001', code: 'abcd' }, message: '' });
	h.service.faults.add({ method: 'Link/Get', times: 9, kind: { status: 200, body } });
	const { error } = await h.link('link.update', { ...byId, updateFields: { status: 0 } });
	expect(error?.message).toBe('The answer is not what this service sends');
	expect(h.wire(UPDATE)).toEqual([]);
});

test('keep leaves a link without a date permanent', async () => {
	h.service.store.addLink({ code: 'abcd' });
	await h.link('link.update', { ...byId, updateFields: { status: 0 } });
	expect(h.wire(UPDATE)).toEqual([{ id: '400001', data: { status: '0' } }]);
});

test.each([
	['an empty comment removes the label', { comment: '' }, null],
	['a comment that is not given stays', { status: 1 }, 'Old'],
])('%s', async (_, updateFields, expected) => {
	seed();
	await h.link('link.update', { ...byId, updateFields });
	expect(stored()?.comment).toBe(expected);
});

test.each([
	// The link that was looked up is used, not read a second time.
	['code', 'abcd', { status: 0 }, ['Link/Get', UPDATE]],
	['code', 'abcd', { expiration: 'never' }, ['Link/Get', UPDATE]],
	['url', 'URL/abcd', { expiration: 'never' }, ['Link/Get', UPDATE]],
	['list', '400001', { expiration: 'never', comment: '' }, [UPDATE]],
] as const)('locator by %s', async (mode, value, updateFields, methods) => {
	seed();
	const link = locator(mode, value.replace('URL', h.service.url));
	const { main } = await h.link('link.update', { link, updateFields });
	expect(h.methods()).toEqual(methods);
	expect(main[0].json).toMatchObject({ id: 400001, updated: true });
});

test('a date that the service tells with a clock behind it is kept as a day', async () => {
	const { id } = seed();
	const link = { id: String(id), code: 'abcd', expirationDate: '2026-12-31 23:59:59' };
	const body = JSON.stringify({ code: 0, data: link, message: '' });
	h.service.faults.add({ method: 'Link/Get', kind: { status: 200, body } });
	const { main } = await h.link('link.update', { ...byId, updateFields: { comment: 'New' } });
	expect(main[0].json.error).toBeUndefined();
	expect(h.wire(UPDATE)).toEqual([
		{ id: '400001', data: { comment: 'New', expirationDate: '2026-12-31' } },
	]);
});
