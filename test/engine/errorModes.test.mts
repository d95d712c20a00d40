import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { fromItem, harness, locator } from './lib/harness.mts';

const h = harness();

interface Case {
	choice: string;
	parameters: INodeParameters;
	/** Input for the item at a place. */
	good(place: number): IDataObject;
	bad: IDataObject;
	/** How the refusal of the bad item begins, and the parameter that it names. */
	message: string;
	field: string;
	counted: string;
	/** What the output of a good item holds. */
	json(place: number): IDataObject;
}

const idOf = (place: number) => 400001 + place;

const byId = { link: locator('id', fromItem('id')) };

const linkCase = {
	good: (place: number) => ({ id: idOf(place) }),
	bad: { id: 'x' },
	message: '"Link" is not an identifier: "x"',
	field: 'link',
};

const cases: Case[] = [
	{
		...linkCase,
		choice: 'link.get',
		parameters: byId,
		counted: 'links read',
		json: (place) => ({ id: idOf(place) }),
	},
	{
		...linkCase,
		choice: 'link.update',
		parameters: { ...byId, updateFields: { expiration: 'never' } },
		counted: 'links updated',
		json: (place) => ({ id: idOf(place), updated: true }),
	},
	{
		...linkCase,
		choice: 'link.delete',
		parameters: byId,
		counted: 'links deleted',
		json: (place) => ({ id: idOf(place), deleted: true }),
	},
	{
		...linkCase,
		choice: 'statistics.get',
		parameters: { ...byId, output: 'totals' },
		counted: 'statistics read',
		json: (place) => ({ linkId: idOf(place), clicks: 0 }),
	},
	{
		choice: 'link.create',
		parameters: { fullLink: fromItem('url'), additionalFields: { comment: fromItem('comment') } },
		good: (place) => ({ url: `example.com/${place}`, comment: 'c' }),
		bad: { url: 'example.com', comment: 'c'.repeat(256) },
		message: '"Comment" has 256 characters, the service takes at most 255',
		field: 'comment',
		counted: 'links created',
		json: () => ({}),
	},
];

const PLACES = {
	'at the start': [0],
	'in the middle': [2],
	'at the end': [4],
	'in several places': [0, 2, 4],
	everywhere: [0, 1, 2, 3, 4],
};

const table = cases.flatMap((given) =>
	Object.entries(PLACES).map(([where, places]) => ({ ...given, where, places })),
);

beforeEach(() => {
	for (let place = 0; place < 5; place++) h.service.store.addLink();
});

describe.each(table)('$choice with bad items $where', (given) => {
	const { choice, parameters, places } = given;
	const all = [0, 1, 2, 3, 4];
	const goodPlaces = all.filter((place) => !places.includes(place));
	const items = all.map((place) => (places.includes(place) ? given.bad : given.good(place)));

	test('Continue: the others are served, each error stands in its item’s place', async () => {
		const { main, errors, error } = await h.link(choice, parameters, {
			items,
			onError: 'continueRegularOutput',
		});
		expect(error).toBeUndefined();
		expect(errors).toEqual([]);
		expect(main.map(({ pairedItem }) => pairedItem)).toEqual(all.map((item) => ({ item })));
		for (const place of all) {
			const { json } = main[place];
			if (places.includes(place)) {
				expect(json).toEqual({
					error: given.message,
					message: expect.stringMatching(/./),
					details: { outcome: 'failed', field: given.field },
				});
			} else {
				expect(json).toEqual(expect.objectContaining(given.json(place)));
				expect(json).not.toHaveProperty('error');
			}
		}
	});

	test('Continue (using error output): the errors leave by the other output, paired', async () => {
		const { main, errors, error } = await h.link(choice, parameters, {
			items,
			onError: 'continueErrorOutput',
		});
		expect(error).toBeUndefined();
		expect(main.map(({ pairedItem }) => pairedItem)).toEqual(goodPlaces.map((item) => ({ item })));
		expect(main.every(({ json }) => json.error === undefined)).toBe(true);
		// n8n puts the input row beside what is said of it.
		expect(errors.map(({ json, pairedItem }) => [json, pairedItem])).toEqual(
			places.map((item) => [
				expect.objectContaining({ ...given.bad, error: given.message }),
				{ item },
			]),
		);
	});

	test('Stop: nothing is sent, and the error tells all bad items', async () => {
		const { main, error } = await h.link(choice, parameters, { items });
		expect(main).toEqual([]);
		expect(h.service.calls).toEqual([]);
		const numbers = places.map((place) => place + 1).join(', ');
		const several = places.length === 5 ? 'every item' : `items ${numbers}`;
		expect(error?.message).toBe(
			`0 of 5 ${given.counted}; ${places.length > 1 ? several : `item ${numbers}`}: ${given.message}`,
		);
		expect(error?.description).toContain('set On Error to Continue');
	});
});
