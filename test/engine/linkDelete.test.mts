import { byId, CONTINUE, countAtOnce, fromItem, harness, ids, locator } from './lib/harness.mts';
import { scenarios, type Scenario } from './lib/scenario.mts';

const h = harness();
const DELETE = 'Link/Delete';

/** Deletes links of an account that has 400001 to 400003, with calls of these links. */
const remove = (numbers: number[], ...calls: number[][]): Scenario => ({
	account: () => h.addLinks(3),
	choice: 'link.delete',
	parameters: byId,
	items: numbers.map((n) => ({ id: 400000 + n })),
	wire: calls.map((call) => [DELETE, { ids: call.map((n) => String(400000 + n)) }]),
});
const done = (n: number) => ({ deleted: true, id: 400000 + n });
const LEFT = 'The service did not delete the link';
const NONE = 'The service has no such record (code 2)';

scenarios(h, {
	'the links of all items go in one call, and what was not deleted is its own item’s failure': {
		...remove([9, 1, 3], [9, 1, 3]),
		out: [LEFT, done(1), done(3)],
		then: (store) => expect(store.links.size).toBe(1),
	},
	'a link that is not found fails alone, and one named twice is looked up and sent once': {
		...remove([], [1, 2]),
		parameters: { link: fromItem('link') },
		items: ['c0', 'gone', 'c1', 'c0'].map((code) => ({ link: locator('code', code) })),
		wire: [
			...['c0', 'gone', 'c1'].map((code): [string, object] => ['Link/Get', { code }]),
			[DELETE, { ids: ['400001', '400002'] }],
		],
		out: [done(1), NONE, done(2), done(1)],
	},
	'a batch that is refused for one link is asked for by halves': {
		...remove([1, 99, 3], [1, 99, 3], [1, 99], [1], [99], [3]),
		freedoms: { deleteUnknown: 'code2' },
		out: [done(1), NONE, done(3)],
		then: (store) => expect(store.links.size).toBe(1),
	},
	'a batch of which nothing was done, without a name, is asked for link by link': {
		...remove([1, 2], [1, 2], [1], [2]),
		faults: [{ kind: { code: 99, data: [] } }],
		out: [done(1), done(2)],
	},
	'nothing was done for a single link: it fails with the code': {
		...remove([1], [1]),
		faults: [{ kind: { code: 99, data: [] } }],
		out: [expect.stringMatching(/\(code 99\)$/)],
	},
	'code 0 names only what was not deleted: the others are, and nobody asks': {
		...remove([1, 2], [1, 2]),
		faults: [{ kind: { code: 0, data: { notProcessed: ['400002'] } } }],
		out: [done(1), LEFT],
	},
	'nothing was done for the sake of one link: the others are asked for, and deleted alone': {
		...remove([9, 1], [9, 1]),
		faults: [{ kind: { code: 99, data: { notProcessed: ['400009'] } } }],
		wire: [
			[DELETE, { ids: ['400009', '400001'] }],
			['Link/Get', { id: '400001' }],
			[DELETE, { ids: ['400001'] }],
		],
		out: [LEFT, done(1)],
	},
});

test.each([
	[{ processed: [], notProcessed: [] }, true],
	[{ processed: 0 }, true],
	[{ processed: ['5'], notProcessed: [] }, true],
	[{ notProcessed: ['5'] }, true],
	[{ notProcessed: '1' }, true],
	[{ processed: ['400001', '400002'], notProcessed: ['400001', '400002'] }, true],
	['Done', true],
	// These say that all is deleted.
	[{}, false],
	[true, false],
	[{ notProcessed: [] }, false],
	[{ processed: null }, false],
])('code 0 with %j: links are asked for: %s', async (data, areAsked) => {
	h.addLinks(2);
	h.service.faults.add({ method: DELETE, kind: { code: 0, data, at: 'after' } });
	const { main } = await h.run('link.delete', byId, { items: ids(2) });
	expect(main.map(({ json }) => json)).toEqual([done(1), done(2)]);
	expect(h.methods()).toEqual([DELETE, ...(areAsked ? ['Link/Get', 'Link/Get'] : [])]);
});

test('what is shown as deleted is gone, and what cannot be read is not known', async () => {
	h.addLinks(2);
	h.service.setFreedoms({ softDeletion: 'notListed', deleteProcessed: 'count' });
	h.strike('id=400002', { code: 15 });
	const { main } = await h.run('link.delete', byId, { items: ids(2), ...CONTINUE });
	expect(main[0].json).toEqual(done(1));
	expect(main[1].json).toMatchObject({
		error: expect.stringMatching(/^It is not known whether this was done: The service could not/),
		details: { outcome: 'unknown', code: 15 },
	});
});

test.each(['before', 'after'] as const)('code 98 names no link: all are asked (%s)', async (at) => {
	h.addLinks(2);
	h.service.faults.add({ kind: { code: 98, data: null, at } });
	const { main } = await h.run('link.delete', byId, { items: ids(2) });
	expect(main.map(({ json }) => json)).toEqual([done(1), done(2)]);
	const [all, ...more] = h.sizes();
	expect([all, more.filter(Boolean)]).toEqual([2, at === 'before' ? [1, 1] : []]);
});

test('links that are deleted one by one: no more calls at once than elsewhere', async () => {
	h.addLinks(100);
	const most = countAtOnce(h.service);
	h.service.faults.add({ kind: { code: 98, data: null } });
	h.service.faults.add({ method: DELETE, times: Infinity, kind: { delay: 100 } });
	await h.run('link.delete', byId, { items: ids(100) });
	expect(h.sizes().filter((size) => size === 1)).toHaveLength(100);
	expect(most()).toBeGreaterThanOrEqual(5);
	expect(most()).toBeLessThanOrEqual(16);
});

test('a call has 100 links at most, and one that is refused concerns only its own', async () => {
	h.addLinks(250);
	h.service.faults.add({ method: DELETE, kind: { code: 15 } });
	const { main } = await h.run('link.delete', byId, { items: ids(250), ...CONTINUE });
	expect(h.sizes()).toEqual([100, 100, 50]);
	const isThere = ids(250).map(({ id }) => h.service.store.link(id) !== undefined);
	expect(main.map(({ json }) => json.error !== undefined)).toEqual(isThere);
	expect([50, 100]).toContain(h.service.store.links.size);
});

test('Retry On Fail, calls refused for some of their links: an ID that never existed is not called deleted', async () => {
	const items = ids(16).map(({ id }) => ({ id: id + 500000 }));
	h.service.setFreedoms({ deleteUnknown: 'code2' });
	const { error } = await h.run('link.delete', byId, { items, retryOnFail: { maxTries: 3 } });
	expect(error?.message).toMatch(/^0 of 16 links deleted/);
});

test('after a link has failed, no deletion that waits for its turn begins', async () => {
	h.addLinks(300);
	h.service.faults.add({ method: DELETE, kind: { code: 15 } });
	// This one waits to be made again.
	h.service.faults.add({ method: DELETE, kind: { code: 30 } });
	const { error } = await h.run('link.delete', byId, { items: ids(300) });
	expect(error?.message).toMatch(/^100 of 300 links deleted/);
	expect(h.sizes()).toEqual([100, 100, 100]);
});
