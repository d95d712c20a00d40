import { asTool } from '../sending/lib/tool.mts';
import { byId, CONTINUE, fromItem, harness, ids, locator, range } from './lib/harness.mts';

const h = harness();
const RETRY = { retryOnFail: { maxTries: 3 } };
const create = async (count: number, more = {}) => {
	const items = range(count).map((n) => ({ url: `example.com/x${n}x` }));
	return await h.link('link.create', { fullLink: fromItem('url') }, { items, ...RETRY, ...more });
};

test('Create: a second try makes only the links that were refused', async () => {
	h.strike('x2x', { code: 1 }, 1);
	const { main, error } = await create(4);
	expect(error).toBeUndefined();
	expect(h.service.store.links.size).toBe(4);
	expect(new Set(main.map(({ json }) => json.id)).size).toBe(4);
	expect(h.wire('Link/Create')).toHaveLength(5);
});

test('Create: what may have been made is not made again', async () => {
	h.strike('x1x', { drop: 'after' }, 1);
	const { error } = await create(3);
	expect(h.service.store.links.size).toBe(3);
	expect(error?.message).toMatch(/^2 of 3 links created; item 2: It is not known whether/);
});

test('Create: a second try goes past what stays unknown, and tells of all that was made', async () => {
	h.strike('x0x', { drop: 'after' }, 1);
	const { error } = await create(20);
	expect(h.wire('Link/Create')).toHaveLength(20);
	expect(error?.message).toMatch(/^19 of 20 links created; item 1: It is not known whether/);
});

test('Create: a second try knows its links, whatever n8n makes of the other fields by then', async () => {
	h.strike('x2x', { code: 15 }, 1);
	const additionalFields = { comment: '={{ $now.toMillis() + "," + Math.random() }}' };
	const items = range(4).map((n) => ({ url: `example.com/x${n}x` }));
	const parameters = { fullLink: fromItem('url'), additionalFields };
	const { error } = await h.link('link.create', parameters, { items, ...RETRY });
	expect(error).toBeUndefined();
	expect(h.service.store.links.size).toBe(4);
});

test('Create as the tool of an agent: all tries of a call are one, whatever its comment', async () => {
	h.strike('x0x', { drop: 'after' });
	const additionalFields = { comment: '={{ Math.random() }}' };
	const parameters = { fullLink: 'example.com/x0x', additionalFields };
	const tool = asTool(h.engine, h.node('link', 'link.create', parameters, RETRY));
	expect(await tool({})).toMatch(/It is not known whether/);
	expect(h.service.store.links.size).toBe(1);
});

test('Create as the tool of an agent: a call after one that ended well, equal or not, makes a link of its own', async () => {
	const parameters = { fullLink: "={{ $fromAI('url') }}" };
	const tool = asTool(h.engine, h.node('link', 'link.create', parameters, RETRY));
	const made = [];
	for (const url of ['example.com/a', 'example.com/a', 'example.com/b'])
		made.push(await tool({ url }));
	expect(new Set(made).size).toBe(3);
	expect(h.service.store.links.size).toBe(3);
});

test('Create with Continue: the try after a failed first item leaves the others alone', async () => {
	h.strike('x0x', { code: 1 }, 1);
	const { main } = await create(3, CONTINUE);
	expect(h.service.store.links.size).toBe(3);
	expect(main.map(({ json }) => json.error)).toEqual([undefined, undefined, undefined]);
});

test('Delete: a second try returns what was deleted, and deletes the rest', async () => {
	h.addLinks(2);
	h.strike('c1', { code: 15 }, 1);
	const { main, error } = await h.link(
		'link.delete',
		{ link: locator('code', fromItem('code')) },
		{ items: [{ code: 'c0' }, { code: 'c1' }], ...CONTINUE, ...RETRY },
	);
	expect(error).toBeUndefined();
	expect(main[0].json).toMatchObject({ deleted: true });
	expect(h.wire('Link/Delete').length).toBeLessThanOrEqual(2);
});

test.each([
	['is gone', 'after', 1],
	['is there', 'before', 2],
] as const)(
	'Delete: after a lost answer a second try asks for the link, which %s',
	async (_, drop, deletes) => {
		h.addLinks(3);
		h.service.faults.add({ method: 'Link/Delete', kind: { drop } });
		const link = locator('code', fromItem('code'));
		const items = ['c0', 'c1', 'c2', 'c1'].map((code) => ({ code }));
		const { main, error } = await h.link('link.delete', { link }, { items, ...RETRY });
		expect(error).toBeUndefined();
		expect(main.map(({ json }) => json)).toEqual(
			[400001, 400002, 400003, 400002].map((id) => ({ deleted: true, id })),
		);
		expect(h.wire('Link/Delete')).toHaveLength(deletes);
		expect(h.wire('Link/Get').slice(3)).toEqual(
			['400001', '400002', '400003'].map((id) => ({ id })),
		);
	},
);

test('Delete: a lost answer is unknown, and what is not read then is not deleted again', async () => {
	h.addLinks(1);
	h.service.faults.add({ method: 'Link/Delete', kind: { drop: 'before' } });
	h.service.faults.add({ method: 'Link/Get', times: Infinity, kind: { code: 15 } });
	const { main } = await h.link('link.delete', byId, { items: ids(1), ...CONTINUE, ...RETRY });
	expect(main[0].json).toMatchObject({
		error: expect.stringMatching(/^It is not known whether this was done: /),
		message: expect.stringContaining('asks the service whether the link is gone'),
		details: { outcome: 'unknown' },
	});
	expect(h.wire('Link/Delete')).toHaveLength(1);
});

test('Update: a second try does not change again what was changed', async () => {
	h.addLinks(2);
	h.strike('id=400002&data', { code: 15 }, 1);
	const parameters = { ...byId, updateFields: { comment: 'new' } };
	const { main, error } = await h.link('link.update', parameters, { items: ids(2), ...RETRY });
	expect(error).toBeUndefined();
	expect(main.map(({ json }) => json.updated)).toEqual([true, true]);
	const changed = h.wire('Link/Update').map((params) => Object(params).id);
	expect(changed.sort()).toEqual(['400001', '400002', '400002']);
});

test.each([{ drop: 'after' as const }, { code: 0, data: { id: 5 }, at: 'after' as const }])(
	'Create, answered with %j: it may have been made, and says so',
	async (kind) => {
		h.service.faults.add({ kind });
		const { main } = await create(1, { ...CONTINUE, retryOnFail: undefined });
		expect(main[0].json).toMatchObject({
			error: expect.stringMatching(/^It is not known whether this was done: The /),
			message: expect.stringContaining('Look with the operation Get Many'),
			details: { outcome: 'unknown' },
		});
	},
);
