import { CONTINUE, harness, locator } from './lib/harness.mts';

const h = harness();

test('a word in which n8n sees the name of a network code does not replace the message', async () => {
	const { error } = await h.run('link.create', { fullLink: 'freeaccess' });
	expect(error?.message).toBe('"Full Link" is not a URL: "freeaccess"');
	const summed = await h.run('link.create', { fullLink: 'freeaccess' }, { items: [{}, {}] });
	expect(summed.error?.message).toBe(
		'0 of 2 links created; every item: "Full Link" is not a URL: "freeaccess"',
	);
	// No item is left to go on with.
	expect(summed.error?.description).not.toContain('On Error');
});

test.each([
	['Nowhere', 'Check the expression.'],
	// It comes after no item of its own; so do items behind Aggregate, for those before.
	['Node', 'n8n cannot tell which item of the other node is meant.'],
])('an expression of the item of %s is named by its parameter', async (other, advice) => {
	const link = locator('code', `={{ $("${other}").item.json.code }}`);
	const { main } = await h.run('link.get', { link }, CONTINUE);
	const error = expect.stringMatching(/^"Link" could not be read: /);
	const message = expect.stringContaining(advice);
	expect(main[0].json).toMatchObject({ error, message, details: { field: 'link' } });
	expect(h.service.calls).toEqual([]);
});
