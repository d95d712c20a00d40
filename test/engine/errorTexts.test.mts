import { fromItem, harness } from './lib/harness.mts';

const h = harness();

test('an error item does not make n8n run the whole node again', async () => {
	const items = [{ url: '' }, { url: 'example.com' }];
	const { main } = await h.link(
		'link.create',
		{ fullLink: fromItem('url') },
		{ items, onError: 'continueRegularOutput', retryOnFail: { maxTries: 3 } },
	);
	expect(h.service.calls).toHaveLength(1);
	expect(main.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
});

test('a word in which n8n sees the name of a network code does not replace the message', async () => {
	const { error } = await h.link('link.create', { fullLink: 'freeaccess' });
	expect(error?.message).toBe('"Full Link" is not a URL: "freeaccess"');
	const summed = await h.link('link.create', { fullLink: 'freeaccess' }, { items: [{}, {}] });
	expect(summed.error?.message).toBe(
		'0 of 2 links created; item 0: "Full Link" is not a URL: "freeaccess"',
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
