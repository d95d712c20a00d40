import { keptOf } from '../sending/lib/sending.mts';
import { asTool } from '../sending/lib/tool.mts';
import { byId, CONTINUE, fromItem, harness, ids, locator } from './lib/harness.mts';

const h = harness();
const RETRY = { retryOnFail: { maxTries: 3 } };
const update = { ...byId, updateFields: { comment: 'New', expiration: 'never' } };

test('Create as the tool of an agent: all tries of a call are one, whatever its comment', async () => {
	h.strike('x0x', { drop: 'after' });
	const additionalFields = { comment: '={{ Math.random() }}' };
	const parameters = { fullLink: 'example.com/x0x', additionalFields };
	const tool = asTool(h.engine, h.node('link', 'link.create', parameters, RETRY));
	expect(await tool({})).toMatch(/It is not known whether/);
	expect(h.service.store.links.size).toBe(1);
});

test.each(['agent', 'agents'] as const)('Create as a tool: a link a call (%s)', async (by) => {
	const parameters = { fullLink: "={{ $fromAI('url') }}" };
	const tool = asTool(h.engine, h.node('link', 'link.create', parameters, RETRY), by);
	const made = [];
	for (const url of ['example.com/a', 'example.com/a', 'example.com/b'])
		made.push(await tool({ url }));
	expect(new Set(made).size).toBe(3);
	expect(h.service.store.links.size).toBe(3);
});

test.each([
	['is gone', 'after', 1],
	['is there', 'before', 4],
] as const)(
	'Delete: after a lost answer the link is asked for, and %s',
	async (_, drop, deletes) => {
		h.addLinks(3);
		h.service.faults.add({ method: 'Link/Delete', kind: { drop } });
		const link = locator('code', fromItem('code'));
		const items = ['c0', 'c1', 'c2', 'c1'].map((code) => ({ code }));
		const { main, error } = await h.run('link.delete', { link }, { items, ...RETRY });
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
	const { main } = await h.run('link.delete', byId, { items: ids(1), ...CONTINUE, ...RETRY });
	expect(main[0].json).toMatchObject({
		error: expect.stringMatching(/^It is not known whether this was done: /),
		message: expect.stringContaining('Look with the operation Get Many whether it was done'),
		details: { outcome: 'unknown' },
	});
	expect(h.wire('Link/Delete')).toHaveLength(1);
});

test('Delete: what a second try did not come to is asked for by a third', async () => {
	h.addLinks(1);
	h.service.faults.add({ method: 'Link/Delete', kind: { drop: 'after' } });
	const rows = ['c0', 'gone'].map((code) => ({ link: locator('code', code) }));
	const tried = async (items: typeof rows, context = {}) =>
		await h.run('link.delete', { link: fromItem('link') }, { items, context });
	const first = await tried(rows.slice(0, 1));
	const second = await tried(rows, keptOf(first));
	expect(second.error?.message).toMatch(/^0 of 2 links deleted; item 2: /);
	const { main } = await tried(rows.slice(0, 1), keptOf(second));
	expect(main[0].json).toEqual({ deleted: true, id: 400001 });
});

test('Delete: a second try does not ask again for what was queued', async () => {
	h.addLinks(1);
	h.service.faults.add({ method: 'Link/Delete', kind: { code: 100, data: '7' } });
	const items = ['gone', 'c0'].map((code) => ({ link: locator('code', code) }));
	const given = { items, ...CONTINUE, ...RETRY };
	const { main } = await h.run('link.delete', { link: fromItem('link') }, given);
	expect(main[1].json).toEqual({ id: 400001, queued: true, taskId: 7 });
	expect(h.wire('Link/Delete')).toHaveLength(1);
});

test('Create: a second try does not make again what was made', async () => {
	h.strike('second', { code: 15 }, 1);
	const items = ['first', 'second'].map((path) => ({ url: `example.com/${path}` }));
	const given = { fullLink: fromItem('url') };
	const { main, error } = await h.run('link.create', given, { items, ...RETRY });
	expect(error).toBeUndefined();
	expect(main.map(({ json }) => json.id)).toEqual([400001, 400002]);
	expect(h.service.store.links.size).toBe(2);
});

test('Update: what an earlier try has changed counts where a second one stops before its first change', async () => {
	h.addLinks(2);
	h.strike('id=400002&data', { code: 15 });
	h.service.faults.add({ method: 'Link/Get', after: 2, times: 9, kind: { code: 15 } });
	const link = locator('code', fromItem('code'));
	const items = ['c1', 'c0'].map((code) => ({ code }));
	const { updateFields } = update;
	const { error } = await h.run('link.update', { link, updateFields }, { items, ...RETRY });
	expect(error?.message).toMatch(/^1 of 2 links updated; item 1: .*code 15/);
});

test('Update: what follows a change of the same link that failed is made again, in the order of the items', async () => {
	h.addLinks(2);
	h.strike('comment]=other', { code: 15 });
	for (const [comment, after] of Object.entries({ A: 0, B: 1, C: 0 })) {
		const when = ({ rawBody }: { rawBody: string }) => rawBody.includes(`comment]=${comment}`);
		h.service.faults.add({ when, after, kind: { code: 15 } });
	}
	const items = ['other', 'A', 'B', 'C'].map((comment, n) => ({
		id: n ? 400001 : 400002,
		comment,
	}));
	const updateFields = { comment: fromItem('comment'), expiration: 'never' };
	await h.run('link.update', { ...byId, updateFields }, { items, ...CONTINUE, ...RETRY });
	const comments = h.wire('Link/Update').map((params) => Object(params).data.comment);
	expect(comments.filter((comment) => comment !== 'other').join('')).toBe('ABCABCBC');
});

test('Update: a row that was edited before Retry is changed anew', async () => {
	h.addLinks(2);
	h.strike('comment]=B', { code: 15 });
	const updateFields = { comment: fromItem('comment'), expiration: 'never' };
	const changed = async (comments: string[], more = {}) => {
		const items = ids(2).map((item, n) => ({ ...item, comment: comments[n] }));
		return await h.run('link.update', { ...byId, updateFields }, { items, ...more });
	};
	const context = keptOf(await changed(['A', 'B']));
	await changed(['edited', 'edited, too'], { mode: 'retry', context });
	const comments = [...h.service.store.links.all()].map(({ comment }) => comment);
	expect(comments).toEqual(['edited', 'edited, too']);
});
