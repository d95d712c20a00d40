import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

test('a first item that failed makes n8n run the node again where Retry On Fail is on', async () => {
	const items = [{ id: '' }, { id: h.service.store.addLink().id }];
	const { main } = await h.link(
		'link.get',
		{ link: locator('id', fromItem('id')) },
		{ items, onError: 'continueRegularOutput', retryOnFail: { maxTries: 3 } },
	);
	expect(h.service.calls).toHaveLength(3);
	expect(main.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});

test('a word in which n8n sees the name of a network code does not replace the message', async () => {
	const { error } = await h.link('link.create', { fullLink: 'freeaccess' });
	expect(error?.message).toBe('"Full Link" is not a URL: "freeaccess"');
	const summed = await h.link('link.create', { fullLink: 'freeaccess' }, { items: [{}, {}] });
	expect(summed.error?.message).toBe(
		'0 of 2 links created; every item: "Full Link" is not a URL: "freeaccess"',
	);
});

test('an expression that cannot be evaluated is told by the name of its parameter', async () => {
	const { main } = await h.link(
		'link.create',
		{ fullLink: '={{ $json.url.toUpperCase().nothing.more }}' },
		{ items: [{ url: 'example.com' }], onError: 'continueRegularOutput' },
	);
	expect(main[0].json.error).toMatch(/^"Full Link" /);
	expect(h.service.calls).toEqual([]);
});
