import { gate, until } from '../until.mts';
import { byId, CONTINUE, fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

/** The comments that were sent for the first link, in order. */
const comments = () =>
	h.service.calls.flatMap(({ rawBody }) => /^id=400001&.*comment\]=(\w+)/.exec(rawBody)?.[1] ?? []);

/** Holds the change to `first` for as long as others would need to overtake it. */
async function holdFirst(): Promise<void> {
	const { held, open } = gate();
	h.strike('first', { delay: held });
	await until(() => h.service.calls.some(({ rawBody }) => rawBody.includes('first')));
	for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 5));
	open();
}

test('several changes of one link are made in the order of the items, other links beside them', async () => {
	h.addLinks(3);
	void holdFirst();
	const items = [
		{ id: 400001, comment: 'first' },
		{ id: 400002, comment: 'other' },
		{ id: 400001, comment: 'second' },
		{ id: 400003, comment: 'third' },
		{ id: 400001, comment: 'last' },
	];
	const updateFields = { comment: fromItem('comment') };
	const { main } = await h.link('link.update', { ...byId, updateFields }, { items });
	expect(comments()).toEqual(['first', 'second', 'last']);
	expect(main.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
		items.map(({ id }, item) => [id, { item }]),
	);
	expect([...h.service.store.links.all()].map(({ comment }) => comment)).toEqual([
		'last',
		'other',
		'third',
	]);
});

test('also when the items name the link in different ways', async () => {
	h.addLinks(1);
	h.strike('c0', { delay: 40 });
	void holdFirst();
	const links = [
		locator('url', `${h.service.url}/c0`),
		locator('code', 'c0'),
		locator('id', '400001'),
	];
	const names = ['first', 'second', 'last'];
	await h.link(
		'link.update',
		{ link: fromItem('link'), updateFields: { comment: fromItem('comment') } },
		{ items: links.map((link, n) => ({ link, comment: names[n] })) },
	);
	expect(comments()).toEqual(names);
	expect(h.service.store.link(400001)?.comment).toBe('last');
});

test('a comment set by one item stays when the next makes the link permanent, also without a status to send again', async () => {
	h.addLinks(1);
	const row = { id: 400001, comment: 'Old', expirationDate: '2026-12-31' };
	h.service.faults.add({ method: 'Link/Get', kind: { code: 0, data: row } });
	const items = [
		{ id: 400001, comment: 'New', expiration: 'keep' },
		{ id: 400001, expiration: 'never' },
	];
	const updateFields = { comment: fromItem('comment'), expiration: fromItem('expiration') };
	await h.link('link.update', { ...byId, updateFields }, { items });
	expect(h.service.store.link(400001)).toMatchObject({ comment: 'New', expirationDate: null });
});

test('a change that succeeds at a second try does not undo a later one of the same link', async () => {
	h.addLinks(2);
	h.service.faults.add({ method: 'Link/Update', kind: { code: 10 } });
	const items = ['first', 'second'].map((comment) => ({ id: 400001, comment }));
	const { main } = await h.link(
		'link.update',
		{ ...byId, updateFields: { comment: fromItem('comment') } },
		{
			items: [...items, { id: 400002, comment: 'other' }],
			...CONTINUE,
			retryOnFail: { maxTries: 2 },
		},
	);
	expect(main.map(({ json }) => json.updated)).toEqual([true, true, true]);
	expect(h.service.store.link(400001)?.comment).toBe('second');
	expect(h.wire('Link/Update').filter((call) => Object(call).id === '400002')).toHaveLength(1);
});
