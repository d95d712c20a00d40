import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, CONTINUE, fromItem, harness, locator, range } from './lib/harness.mts';

const h = harness();

interface Case {
	choice: string;
	parameters: INodeParameters;
	/** How the summary counts. */
	counted: string;
	/** Input for the item at a place, and what its output holds. */
	good(place: number): [input: IDataObject, output: IDataObject];
	/** Input that is refused, the parameter that the refusal names, and how it begins. */
	bad: [input: IDataObject, field: string, message: string];
}

const NO_COMMENT = '"Comment" has 256 characters, at most 255 are taken';

/** One whose items share calls, and one that is carried out item by item. */
const CASES: Case[] = [
	{
		...{ choice: 'link.delete', counted: 'links deleted', parameters: byId },
		bad: [{ id: 'x' }, 'link', '"Link" is not an ID: "x"'],
		good: (place) => [{ id: 400001 + place }, { id: 400001 + place, deleted: true }],
	},
	{
		...{ choice: 'link.create', counted: 'links created' },
		parameters: { fullLink: fromItem('url'), additionalFields: { comment: fromItem('comment') } },
		good: (place) => [{ url: `example.com/${place}`, comment: 'c' }, {}],
		bad: [{ url: 'example.com', comment: 'c'.repeat(256) }, 'comment', NO_COMMENT],
	},
];

/** Places of bad items among five, and how the summary names them. */
const PLACES: Array<[places: number[], named: string]> = [
	[[0], 'item 1'],
	[[2], 'item 3'],
	[[0, 2, 4], 'items 1, 3, 5'],
	[[0, 1, 2, 3, 4], 'every item'],
];

const table = CASES.flatMap((given) =>
	PLACES.map(([places, named]) => ({ ...given, places, named })),
);

describe.each(table)('$choice with bad input: $named', (given) => {
	const { choice, parameters, places, named, counted } = given;
	const [badInput, field, message] = given.bad;
	const isBad = (place: number) => places.includes(place);
	const items = range(5).map((place) => (isBad(place) ? badInput : given.good(place)[0]));
	beforeEach(() => h.addLinks(5));

	test('Continue: the others are served, each error stands in its item’s place', async () => {
		const { main, errors, error } = await h.link(choice, parameters, { items, ...CONTINUE });
		expect([error, errors]).toEqual([undefined, []]);
		const failed = {
			...{ error: message, message: expect.stringMatching(/./) },
			details: { outcome: 'failed', field },
		};
		expect(main.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			range(5).map((item) => [
				isBad(item) ? failed : expect.objectContaining(given.good(item)[1]),
				{ item },
			]),
		);
		expect(main.map(({ json }) => 'error' in json)).toEqual(range(5).map(isBad));
	});

	test('Continue (using error output): the errors leave by the other output, paired', async () => {
		const onError = 'continueErrorOutput';
		const { main, errors, error } = await h.link(choice, parameters, { items, onError });
		expect(error).toBeUndefined();
		const good = range(5).filter((place) => !isBad(place));
		expect(main.map(({ pairedItem }) => pairedItem)).toEqual(good.map((item) => ({ item })));
		expect(main.every(({ json }) => json.error === undefined)).toBe(true);
		// n8n puts the input row beside what is said of it.
		expect(errors.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			places.map((item) => [expect.objectContaining({ ...badInput, error: message }), { item }]),
		);
	});

	test('Stop: nothing is sent, and the error tells all bad items', async () => {
		const { main, error } = await h.link(choice, parameters, { items });
		expect([main, h.methods()]).toEqual([[], []]);
		expect(error?.message).toBe(`0 of 5 ${counted}; ${named}: ${message}`);
		const isLeft = places.length < 5;
		expect(error?.description?.includes('set On Error to Continue')).toBe(isLeft);
	});
});

test('a first item that failed makes n8n run the node again where Retry On Fail is on', async () => {
	h.addLinks(1);
	const more = { items: [{ id: '' }, { id: 400001 }], retryOnFail: { maxTries: 3 }, ...CONTINUE };
	const { main } = await h.link('link.get', byId, more);
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

test.each([
	['Nowhere', 'Check the expression.'],
	// It comes after no item of its own; so do items behind Aggregate, for those before.
	['Node', 'n8n cannot tell which item of the other node is meant.'],
])('an expression of the item of %s is named by its parameter', async (other, advice) => {
	const link = locator('code', `={{ $("${other}").item.json.code }}`);
	const { main } = await h.link('link.get', { link }, CONTINUE);
	expect(main[0].json).toMatchObject({
		error: expect.stringMatching(/^"Link" could not be read: /),
		message: expect.stringContaining(advice),
		details: { field: 'link' },
	});
	expect(h.service.calls).toEqual([]);
});
