import { byId, fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

/** The comments that were sent for the first link, in order. */
const comments = () =>
	h.service.calls.flatMap(({ rawBody }) => /^id=400001&.*comment\]=(\w+)/.exec(rawBody)?.[1] ?? []);

test('several changes of one link are made in the order of the items, other links beside them', async () => {
	h.addLinks(3);
	h.strike('first', { delay: 40 });
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
	for (const mark of ['first', 'c0']) h.strike(mark, { delay: 40 });
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
