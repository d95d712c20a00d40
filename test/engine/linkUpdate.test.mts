import type { IDataObject } from 'n8n-workflow';

import { ownClock } from '../sending/lib/clock.mts';
import { until, untilOvertaken } from '../until.mts';
import { byId, CONTINUE, fromItem, harness, locator } from './lib/harness.mts';

ownClock();
const h = harness();
const UPDATE = 'Link/Update';

beforeEach(() => {
	h.service.store.addLink({ code: 'abcd', comment: 'Old', expirationDate: '2026-12-31' });
});

const stored = () => h.service.store.link(400001);

const update = async (updateFields: IDataObject, link = locator('id', '400001')) =>
	await h.run('link.update', { link, updateFields } as never, CONTINUE);

const UNREADABLE = 'The response is not what this service sends';

const KEEP = { expiration: 'keep' };
const date = { expirationDate: '2027-02-03' };

test.each<[fields: IDataObject, sent: string | undefined]>([
	[{}, '2026-12-31'],
	[KEEP, '2026-12-31'],
	[{ ...KEEP, ...date }, '2026-12-31'],
	[{ expiration: 'never' }, undefined],
	[{ expiration: 'date', ...date }, '2027-02-03'],
	[date, '2027-02-03'],
])('expiration: %j sends %s', async (fields, expirationDate) => {
	const { main } = await update({ ...fields, status: 0, comment: 'New' });
	// The date that is to be kept must be sent again.
	expect(h.methods()).toEqual([...(expirationDate === '2026-12-31' ? ['Link/Get'] : []), UPDATE]);
	const data = { status: '0', comment: 'New', ...(expirationDate && { expirationDate }) };
	expect(h.wire(UPDATE)).toEqual([{ id: '400001', data }]);
	expect(main[0].json).toMatchObject({ id: 400001, updated: true });
	const after = { status: 0, comment: 'New', expirationDate: expirationDate ?? null };
	expect(stored()).toMatchObject(after);
});

test('a luxon date is the day in the zone of the account, at midnight its own; one that is over there is refused', async () => {
	const items = ['2026-03-08T23:00-10:00', '2026-03-10T05:00Z', '2026-03-09T00:00+10:00'];
	const expirationDate = '={{ DateTime.fromISO($json.at, { setZone: true }) }}';
	const given = { link: locator('id', '400001'), updateFields: { expirationDate } };
	const credential = h.credential({ timezone: 'Pacific/Honolulu' });
	const more = { items: items.map((at) => ({ at })), credential, ...CONTINUE };
	const { main } = await h.run('link.update', given, more);
	expect(main[0].json.error).toBe('"Expiration Date" is in the past: 2026-03-08');
	const data = { expirationDate: '2026-03-09' };
	expect(h.wire(UPDATE)).toEqual(Array(2).fill({ id: '400001', data }));
});

test.each([
	...[true, '1', 'true', ''].map((data) => [data, null]),
	['https://mbzn.co/abcd', 'https://mbzn.co/abcd'],
])('after an answer of %j the short link is %j', async (data, shortLink) => {
	h.service.faults.add({ method: UPDATE, kind: { code: 0, data } });
	const { main } = await update(date);
	expect(main[0].json).toEqual({ id: 400001, shortLink, updated: true });
});

test('a text that is neither a short link nor true does not say that the link was changed', async () => {
	h.service.faults.add({ method: UPDATE, kind: { vast: 'digits', at: 'before' } });
	const { main } = await update({ comment: 'New', ...date });
	const details = { outcome: 'unknown' };
	expect(main[0].json).toMatchObject({ error: expect.stringContaining(UNREADABLE), details });
});

test.each([0, 1])('never as the only change leaves status %i', async (status) => {
	for (const emptyUpdate of ['accepted', 'code11'] as const) {
		h.service.setFreedoms({ emptyUpdate });
		h.service.store.links.update(stored()!, { status, expirationDate: '2026-12-31' });
		const { main } = await update({ expiration: 'never' });
		expect(main[0].json).toMatchObject({ id: 400001, updated: true });
		expect(stored()).toMatchObject({ expirationDate: null, comment: 'Old', status });
	}
});

test.each([{}, KEEP, { ...KEEP, ...date }])('%j is refused: no change', async (fields) => {
	const { main } = await update(fields);
	expect(main[0].json.error).toBe('"Update Fields" changes nothing');
	expect(h.methods()).toEqual([]);
});

test.each([
	['that cannot be read is not dropped', {}, []],
	['with a clock is kept as a day', { expirationDate: '2026-12-31 23:59:59' }, ['2026-12-31']],
])('a date %s', async (_, given, sent) => {
	const kind = { code: 0, data: { id: '400001', code: 'abcd', ...given } };
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

/** The comments that were sent for the first link, in order. */
const comments = () =>
	h.service.calls.flatMap(({ rawBody }) => /^id=400001&.*comment\]=(\w+)/.exec(rawBody)?.[1] ?? []);

const changes = { link: fromItem('link'), updateFields: { comment: fromItem('comment') } };

test('changes of one link are made in the order of the items, however they name it, others beside them', async () => {
	h.addLinks(2);
	h.strike('abcd', { delay: 40 });
	const isHere = () => h.service.calls.some(({ rawBody }) => rawBody.includes('first'));
	h.strike('first', { delay: untilOvertaken(isHere) });
	const items = [
		{ link: locator('url', `${h.service.url}/abcd`), comment: 'first' },
		{ link: locator('id', '400002'), comment: 'other' },
		{ link: locator('code', 'abcd'), comment: 'second' },
		{ link: locator('id', '400003'), comment: 'third' },
		{ link: locator('id', '400001'), comment: 'last' },
	];
	const { main } = await h.run('link.update', changes, { items });
	expect(comments()).toEqual(['first', 'second', 'last']);
	const outputs = [400001, 400002, 400001, 400003, 400001].map((id, item) => [id, { item }]);
	expect(main.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(outputs);
	const kept = [...h.service.store.links.all()].map(({ comment }) => comment);
	expect(kept).toEqual(['last', 'other', 'third']);
});

test.each([
	[['date', 'keep', 'keep'], [UPDATE, UPDATE, UPDATE], '2027-02-03'],
	[['never', 'keep', 'keep'], [UPDATE, UPDATE, UPDATE], null],
	[['keep', 'date', 'keep'], ['Link/Get', UPDATE, UPDATE, UPDATE], '2027-02-03'],
	// A replica may show what was there before.
])('changes, %j, keep what the one before sent', async (expirations, methods, expirationDate) => {
	const old = { id: '400001', comment: 'Old', expirationDate: '2026-12-31' };
	h.service.faults.add({ method: 'Link/Get', times: 9, kind: { code: 0, data: old } });
	const items = expirations.map((expiration, n) => ({ expiration, comment: `${n}` }));
	const updateFields = { ...date, expiration: fromItem('expiration'), ...changes.updateFields };
	await h.run('link.update', { link: locator('id', '400001'), updateFields }, { items });
	expect(h.methods()).toEqual(methods);
	expect(stored()).toMatchObject({ comment: '2', expirationDate });
});

test.each(['date', 'never'])('never, after %s, leaves all else, with one read', async (first) => {
	const items = [first, 'never'].map((expiration) => ({ expiration }));
	const updateFields = { expiration: fromItem('expiration'), ...date };
	await h.run('link.update', { link: locator('id', '400001'), updateFields }, { items });
	expect(h.methods().filter((method) => method !== UPDATE)).toEqual(['Link/Get']);
	expect(stored()).toMatchObject({ status: 1, comment: 'Old', expirationDate: null });
});

// What is queued may be made later: the date of before must not be sent over it.
test.each([
	[{ drop: 'before' as const }, ['Link/Get', UPDATE], '2026-12-31'],
	[{ drop: 'after' as const }, ['Link/Get', UPDATE], '2027-02-03'],
	[{ code: 100, data: 7, at: 'before' as const }, [UPDATE], '2027-02-03'],
])('after a change that met %j: %j, with the date %s', async (kind, methods, expirationDate) => {
	h.service.faults.add({ method: UPDATE, after: 1, kind });
	const items = ['keep', 'date', 'keep'].map((expiration) => ({ expiration }));
	const updateFields = { ...date, expiration: fromItem('expiration'), comment: 'New' };
	const link = locator('id', '400001');
	await h.run('link.update', { link, updateFields }, { items, ...CONTINUE });
	expect(h.methods()).toEqual(['Link/Get', UPDATE, UPDATE, ...methods]);
	expect(stored()).toMatchObject({ expirationDate });
});

test.each([
	['400001', ['date', 'keep'], '2027-02-03'],
	['abcd', ['date', 'keep'], '2027-02-03'],
	['400001', ['date', 'never', 'keep'], null],
])('the next try, too, keeps the date of a queued change: %s, %j', async (link, kinds, kept) => {
	h.service.faults.add({ method: UPDATE, kind: { code: 100, data: 7, at: 'before' } });
	h.service.faults.add({ method: UPDATE, after: kinds.length - 2, kind: { code: 15 } });
	const items = kinds.map((expiration) => ({ expiration }));
	const updateFields = { ...date, expiration: fromItem('expiration'), comment: 'New' };
	const given = { link: locator(link === 'abcd' ? 'code' : 'id', link), updateFields };
	await h.run('link.update', given, { items, retryOnFail: { maxTries: 2 } });
	expect(h.wire(UPDATE)).toHaveLength(kinds.length + 1);
	expect(stored()).toMatchObject({ expirationDate: kept });
});

test('in stop mode nothing is changed after a change that failed, of this link or of another', async () => {
	h.service.store.addLink({ code: 'efgh', comment: 'Old' });
	h.strike('comment]=One', { code: 15 });
	const refused = until(() => h.service.calls.some(({ code }) => code === 15));
	h.strike('comment]=Two', { delay: refused });
	const comments = ['One', 'Two', 'Three', 'Four'];
	const items = comments.map((comment, n) => ({ id: 400001 + (n % 2), comment }));
	const updateFields = { comment: fromItem('comment'), expiration: 'never' };
	const { error } = await h.run('link.update', { ...byId, updateFields }, { items });
	expect(error?.message).toMatch(/^1 of 4 links updated; item 1: .*code 15/);
	expect(h.wire(UPDATE).map((call) => Object(Object(call).data).comment)).toEqual(['One', 'Two']);
});
