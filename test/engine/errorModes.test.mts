import { byId, CONTINUE, fromItem, harness, locator, range } from './lib/harness.mts';

const h = harness();

const create = { fullLink: fromItem('url'), additionalFields: { comment: fromItem('comment') } };

/** One whose items share calls, and one that is carried out item by item. */
const CASES = [
	{
		...{ choice: 'link.delete', counted: 'links deleted', parameters: byId },
		good: (place: number) => ({ id: 400001 + place }),
		bad: { id: 'x' },
		...{ field: 'link', message: '"Link" is not an ID: "x"' },
	},
	{
		...{ choice: 'link.create', counted: 'links created', parameters: create },
		good: (place: number) => ({ url: `example.com/${place}`, comment: 'c' }),
		bad: { url: 'example.com', comment: 'c'.repeat(256) },
		...{ field: 'comment', message: '"Comment" has 256 characters, at most 255 are taken' },
	},
].flatMap((each) => [
	{ ...each, places: [0, 2, 4], named: 'items 1, 3, 5' },
	{ ...each, places: range(5), named: 'every item' },
]);

describe.each(CASES)('$choice with bad input: $named', (given) => {
	const { choice, counted, parameters, bad, field, message, places, named } = given;
	const isBad = (place: number) => places.includes(place);
	const items = range(5).map((place) => (isBad(place) ? bad : given.good(place)));
	const pairs = (is: boolean) => range(5).flatMap((item) => (isBad(item) === is ? [{ item }] : []));
	beforeEach(() => h.addLinks(5));

	test('Continue: the others are served, each error stands in its item’s place', async () => {
		const { main, errors, error } = await h.run(choice, parameters, { items, ...CONTINUE });
		expect([error, errors]).toEqual([undefined, []]);
		const failed = {
			...{ error: message, message: expect.stringMatching(/./) },
			details: { outcome: 'failed', field },
		};
		expect(main.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			range(5).map((item) => [
				isBad(item) ? failed : expect.not.objectContaining({ error: expect.anything() }),
				{ item },
			]),
		);
	});

	test('Continue (using error output): the errors leave by the other output, paired', async () => {
		const onError = 'continueErrorOutput';
		const { main, errors, error } = await h.run(choice, parameters, { items, onError });
		expect(error).toBeUndefined();
		expect(main.map(({ pairedItem }) => pairedItem)).toEqual(pairs(false));
		expect(errors.map(({ pairedItem }) => pairedItem)).toEqual(pairs(true));
		// n8n puts the input row beside what is said of it.
		for (const { json } of errors) expect(json).toMatchObject({ ...bad, error: message });
	});

	test('Stop: nothing is sent, and the error tells all bad items', async () => {
		const { main, error } = await h.run(choice, parameters, { items });
		expect([main, h.methods()]).toEqual([[], []]);
		expect(error?.message).toBe(`0 of 5 ${counted}; ${named}: ${message}`);
		const isLeft = places.length < 5;
		expect(error?.description?.includes('set On Error to Continue')).toBe(isLeft);
	});
});

test('a word in which n8n sees the name of a network code does not replace the message', async () => {
	const { error } = await h.run('link.create', { fullLink: 'freeaccess' });
	expect(error?.message).toBe('"Full Link" is not a URL: "freeaccess"');
	const summed = await h.run('link.create', { fullLink: 'freeaccess' }, { items: [{}, {}] });
	expect(summed.error?.message).toBe(
		'0 of 2 links created; every item: "Full Link" is not a URL: "freeaccess"',
	);
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
