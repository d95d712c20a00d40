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
	['nothing chosen keeps the date', {}, ['Link/Get', UPDATE], '2026-12-31'],
	['keep', { expiration: 'keep' }, ['Link/Get', UPDATE], '2026-12-31'],
	[
		'keep, with a date left over',
		{ expiration: 'keep', expirationDate: '2028-01-01' },
		['Link/Get', UPDATE],
		'2026-12-31',
	],
	['never', { expiration: 'never' }, [UPDATE], null],
	['a date', { expiration: 'date', expirationDate: '2027-02-03' }, [UPDATE], '2027-02-03'],
	['a date without the choice', { expirationDate: '2027-02-03' }, [UPDATE], '2027-02-03'],
])('expiration: %s', async (_, updateFields, methods, expected) => {
	seed();
	await h.link('link.update', { ...byId, updateFields });
	expect(h.methods()).toEqual(methods);
	expect(stored()).toMatchObject({ expirationDate: expected, comment: 'Old', status: 1 });
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
	['code', 'abcd', {}, ['Link/Get', 'Link/Get', UPDATE]],
	['code', 'abcd', { expiration: 'never' }, ['Link/Get', UPDATE]],
	['url', 'URL/abcd', { expiration: 'never' }, ['Link/Get', UPDATE]],
	['list', '400001', { expiration: 'never' }, [UPDATE]],
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
