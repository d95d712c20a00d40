import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

const UPDATE = 'Link/Update';

const seed = (code = 'abcd') =>
	h.service.store.addLink({ code, comment: 'Old', expirationDate: '2026-12-31' });

const stored = (id = 400001) => h.service.store.link(id);

const byId = { link: locator('id', '400001') };

test('several changes of one link are made in the order of the items, other links beside them', async () => {
	for (const code of ['one', 'two', 'three']) seed(code);
	h.service.faults.add({
		when: ({ rawBody }) => rawBody.includes('first'),
		times: 9,
		kind: { delay: 40 },
	});
	const items = [
		{ id: 400001, comment: 'first' },
		{ id: 400002, comment: 'other' },
		{ id: 400001, comment: 'second' },
		{ id: 400003, comment: 'other too' },
		{ id: 400001, comment: 'last' },
	];
	const { main } = await h.link(
		'link.update',
		{ link: locator('id', fromItem('id')), updateFields: { comment: fromItem('comment') } },
		{ items },
	);
	const sent = h.service.calls
		.filter(({ method }) => method === UPDATE)
		.map(({ rawBody }) => rawBody);
	expect(
		sent
			.filter((body) => body.startsWith('id=400001&'))
			.map((body) => body.match(/comment\]=(\w+)/)?.[1]),
	).toEqual(['first', 'second', 'last']);
	expect(main.map(({ json, pairedItem }) => [json.id, pairedItem])).toEqual(
		items.map(({ id }, item) => [id, { item }]),
	);
	expect([1, 2, 3].map((n) => stored(400000 + n)?.comment)).toEqual(['last', 'other', 'other too']);
});

test('also when the items name the link in different ways', async () => {
	seed();
	const links = [
		locator('url', `${h.service.url}/abcd`),
		locator('code', 'abcd'),
		locator('id', '400001'),
	];
	const comments = ['first', 'second', 'last'];
	h.service.faults.add({
		when: ({ rawBody }) => /first|abcd/.test(rawBody),
		times: 9,
		kind: { delay: 40 },
	});
	await h.link(
		'link.update',
		{ link: fromItem('link'), updateFields: { comment: fromItem('comment') } },
		{ items: links.map((link, n) => ({ link, comment: comments[n] })) },
	);
	expect(h.wire(UPDATE)).toMatchObject(
		comments.map((comment) => ({ id: '400001', data: { comment } })),
	);
});

test('a date set by one item is kept by the next', async () => {
	seed();
	const items = [{ fields: 'date', day: '2029-01-01' }, { fields: 'keep' }];
	await h.link(
		'link.update',
		{
			...byId,
			updateFields: { expiration: fromItem('fields'), expirationDate: fromItem('day'), status: 0 },
		},
		{ items },
	);
	expect(stored()).toMatchObject({ expirationDate: '2029-01-01', status: 0 });
});

test('a link that is not there fails alone, and nothing is written for it', async () => {
	seed();
	const { main } = await h.link(
		'link.update',
		{ link: locator('code', fromItem('code')), updateFields: { status: 0 } },
		{ items: [{ code: 'gone' }, { code: 'abcd' }], onError: 'continueRegularOutput' },
	);
	expect(main[0].json.error).toBe('The service has no such record (code 2)');
	expect(main[1].json).toMatchObject({ id: 400001, updated: true });
	expect(h.wire(UPDATE)).toHaveLength(1);
});

test('a comment set by one item stays when the next makes the link permanent, also without a status to send again', async () => {
	seed();
	const row = { id: 400001, comment: 'Old', expirationDate: '2026-12-31' };
	h.service.faults.add({ method: 'Link/Get', kind: { code: 0, data: row } });
	const items = [{ comment: 'New', expiration: 'keep' }, { expiration: 'never' }];
	const updateFields = { comment: fromItem('comment'), expiration: fromItem('expiration') };
	await h.link('link.update', { ...byId, updateFields }, { items });
	expect(stored()).toMatchObject({ comment: 'New', expirationDate: null });
});
