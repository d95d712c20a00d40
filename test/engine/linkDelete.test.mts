import { byId, CONTINUE, fromItem, harness, ids, locator } from './lib/harness.mts';
import { scenarios } from './lib/scenario.mts';

const h = harness();
const DELETE = 'Link/Delete';
const address = (code: string) => `${h.service.url}/${code}`;
const deleted = (id: number) => ({ deleted: true, id });

const left = (id: number) => `The service did not delete link ${id}`;

describe.each(['observed', 'documented'] as const)('%s answers', (dialect) => {
	scenarios(h, {
		'the links of all items go in one call, and what was not deleted is its own item’s failure': {
			dialect,
			account: () => h.addLinks(3),
			choice: 'link.delete',
			parameters: byId,
			items: [{ id: 1 }, { id: 400001 }, { id: 400003 }],
			wire: [[DELETE, { ids: ['1', '400001', '400003'] }]],
			out: [left(1), deleted(400001), deleted(400003)],
			then: (store) => expect(store.links.size).toBe(1),
		},
		'nothing deleted at all': {
			dialect,
			choice: 'link.delete',
			parameters: byId,
			items: [{ id: 1 }, { id: 2 }],
			wire: [[DELETE, { ids: ['1', '2'] }]],
			out: [left(1), left(2)],
		},
	});
});

scenarios(h, {
	'a link that is named twice is sent once, and both items are answered': {
		account: () => h.addLinks(1),
		choice: 'link.delete',
		parameters: byId,
		items: [{ id: 400001 }, { id: '400001' }],
		wire: [[DELETE, { ids: ['400001'] }]],
		out: [deleted(400001), deleted(400001)],
	},
	'a link that is not found fails alone': {
		account: () => h.addLinks(1),
		choice: 'link.delete',
		parameters: { link: locator('code', fromItem('code')) },
		items: [{ code: 'gone' }, { code: 'c0' }],
		wire: [
			['Link/Get', { code: 'gone' }],
			['Link/Get', { code: 'c0' }],
			[DELETE, { ids: ['400001'] }],
		],
		out: ['The service has no such record (code 2)', deleted(400001)],
	},
});

test('a code or URL is looked up once in the run, however many items name it', async () => {
	h.addLinks(2);
	const links = [locator('code', 'c0'), locator('url', address('c1'))];
	const { main } = await h.link(
		'link.delete',
		{ link: fromItem('link') },
		{ items: [...links, ...links].map((link) => ({ link })) },
	);
	expect(h.wire('Link/Get')).toEqual([{ code: 'c0' }, { shortLink: address('c1') }]);
	expect(h.wire(DELETE)).toEqual([{ ids: ['400001', '400002'] }]);
	expect(main.map(({ json }) => json.id)).toEqual([400001, 400002, 400001, 400002]);
});

test('a call has 100 links at most, and one that is refused concerns only its own', async () => {
	h.addLinks(250);
	h.service.faults.add({ method: DELETE, kind: { code: 15 } });
	const { main } = await h.link('link.delete', byId, { items: ids(250), ...CONTINUE });
	expect(h.sizes()).toEqual([100, 100, 50]);
	const isKept = (id: number) => h.service.store.link(id) !== undefined;
	expect(main.map(({ json }) => json.error === undefined)).toEqual(
		ids(250).map(({ id }) => !isKept(id)),
	);
	expect([50, 100]).toContain(h.service.store.links.size);
});
