import type { IDataObject } from 'n8n-workflow';

import { CONTINUE, harness, locator } from './lib/harness.mts';

const h = harness();
const UPDATE = 'Link/Update';

beforeEach(() => {
	h.service.store.addLink({ code: 'abcd', comment: 'Old', expirationDate: '2026-12-31' });
});

const stored = () => h.service.store.link(400001);

const update = async (updateFields: IDataObject, link = locator('id', '400001')) =>
	await h.link('link.update', { link, updateFields } as never, CONTINUE);

const UNREADABLE = 'The answer is not what this service sends';

test.each([
	['nothing chosen keeps the date', {}, ['Link/Get', UPDATE], '2026-12-31'],
	['keep', { expiration: 'keep' }, ['Link/Get', UPDATE], '2026-12-31'],
	[
		'keep, with a date left over',
		{ expiration: 'keep', expirationDate: '2028-01-01' },
		['Link/Get', UPDATE],
		'2026-12-31',
	],
	['never', { expiration: 'never' }, [UPDATE], undefined],
	['a date', { expiration: 'date', expirationDate: '2027-02-03' }, [UPDATE], '2027-02-03'],
	['a date without the choice', { expirationDate: '2027-02-03' }, [UPDATE], '2027-02-03'],
])('expiration: %s', async (_, fields, methods, expirationDate) => {
	const { main } = await update({ ...fields, status: 0, comment: 'New' });
	expect(h.methods()).toEqual(methods);
	const data = { status: '0', comment: 'New', ...(expirationDate && { expirationDate }) };
	expect(h.wire(UPDATE)).toEqual([{ id: '400001', data }]);
	expect(main[0].json).toMatchObject({ id: 400001, updated: true });
	const after = { status: 0, comment: 'New', expirationDate: expirationDate ?? null };
	expect(stored()).toMatchObject(after);
});

test.each([
	['observed', false],
	['documented', true],
] as const)(
	'the short link comes out where the answer has it: %s, %j',
	async (dialect, isShown) => {
		h.service.setDialect(dialect);
		const { main } = await update({ expirationDate: '2027-02-03' });
		const shortLink = isShown ? `${h.service.url}/abcd` : null;
		expect(main[0].json).toEqual({ id: 400001, shortLink, updated: true });
	},
);

test.each([
	['accepted', 0],
	['accepted', 1],
	['code11', 0],
	['code11', 1],
] as const)(
	'never as the only change works where no data is %s, and leaves status %i',
	async (emptyUpdate, status) => {
		h.service.setFreedoms({ emptyUpdate });
		h.service.store.links.update(stored()!, { status });
		const { main } = await update({ expiration: 'never' });
		expect(main[0].json).toMatchObject({ id: 400001, updated: true });
		expect(stored()).toMatchObject({ expirationDate: null, comment: 'Old', status });
	},
);

test.each([
	{},
	{ expiration: 'keep' },
	{ expiration: 'keep', expirationDate: '2028-01-01' },
	{ status: '' },
])('an update that changes nothing, %j, is refused by name before any call', async (fields) => {
	const { main } = await update(fields);
	expect(main[0].json.error).toBe('"Update Fields" changes nothing');
	expect(h.methods()).toEqual([]);
});

test.each([
	['that cannot be read is not dropped', {}, []],
	[
		'with a clock behind it is kept as a day',
		{ expirationDate: '2026-12-31 23:59:59' },
		['2026-12-31'],
	],
])('a date %s', async (_, date, sent) => {
	const kind = { code: 0, data: { id: '400001', code: 'abcd', ...date } };
	h.service.faults.add({ method: 'Link/Get', times: 9, kind });
	const { main } = await update({ comment: 'New' });
	expect(main[0].json.error).toBe(sent.length ? undefined : UNREADABLE);
	expect(h.wire(UPDATE)).toEqual(
		sent.map((expirationDate) => ({ id: '400001', data: { comment: 'New', expirationDate } })),
	);
});

test.each([
	// The link that was looked up is used, not read a second time.
	['code', 'abcd', { status: 0 }, ['Link/Get', UPDATE]],
	['url', 'URL/abcd', { expiration: 'never' }, ['Link/Get', UPDATE]],
	['list', '400001', { expiration: 'never', comment: '' }, [UPDATE]],
] as const)('a link given by %s is read once at most', async (mode, value, fields, methods) => {
	const { main } = await update(fields, locator(mode, value.replace('URL', h.service.url)));
	expect(h.methods()).toEqual(methods);
	expect(main[0].json).toMatchObject({ id: 400001, updated: true });
	expect(stored()?.comment).toBe('comment' in fields ? null : 'Old');
});
