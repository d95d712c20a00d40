import { harness } from './lib/harness.mts';

const h = harness();

const LIST = 'Link/List';

const add = (count: number) => {
	for (let n = 0; n < count; n++) h.service.store.addLink({ fullLink: `https://example.com/${n}` });
};

/** The pages asked for, as [pageSize, currentPage]. */

const pages = () =>
	h.service.calls.map(({ rawBody }) => {
		const form = new URLSearchParams(rawBody);
		return ['pageSize', 'currentPage'].map((name) => Number(form.get(`pagination[${name}]`)));
	});

test.each([
	[{ returnAll: true }, 0, 0, [[100, 0]]],
	[{ returnAll: true }, 99, 99, [[100, 0]]],
	// A list has not ended before a page that is short: the total may be too low.
	[
		{ returnAll: true },
		100,
		100,
		[
			[100, 0],
			[100, 1],
		],
	],
	[
		{ returnAll: true },
		230,
		230,
		[
			[100, 0],
			[100, 1],
			[100, 2],
		],
	],
	[{}, 230, 50, [[50, 0]]],
	[{ limit: 1 }, 230, 1, [[25, 0]]],
	[{ limit: 25 }, 230, 25, [[25, 0]]],
	[{ limit: 26 }, 230, 26, [[50, 0]]],
	[{ limit: 51 }, 230, 51, [[100, 0]]],
	[{ limit: 100 }, 230, 100, [[100, 0]]],
	[
		{ limit: 101 },
		230,
		101,
		[
			[100, 0],
			[100, 1],
		],
	],
	[
		{ limit: 200 },
		230,
		200,
		[
			[100, 0],
			[100, 1],
		],
	],
	[{ limit: '30' }, 230, 30, [[50, 0]]],
	[
		{ limit: 500 },
		230,
		230,
		[
			[100, 0],
			[100, 1],
			[100, 2],
		],
	],
])('%j of %i links: %i items, pages %j', async (parameters, existing, expected, asked) => {
	add(existing);
	const { main } = await h.link('link.getAll', parameters);
	expect(pages()).toEqual(asked);
	expect(new Set(main.map(({ json }) => json.id)).size).toBe(expected);
	expect(main).toHaveLength(expected);
	expect(main.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
});

test('a row that moves to the next page while the list is read comes out once', async () => {
	add(150);
	h.service.faults.add({
		when: ({ rawBody }) => {
			if (rawBody.includes('currentPage%5D=1') || rawBody.includes('currentPage]=1')) add(1);
			return false;
		},
		kind: { empty: true },
	});
	const { main } = await h.link('link.getAll', { returnAll: true });
	expect(main).toHaveLength(150);
	expect(new Set(main.map(({ json }) => json.id)).size).toBe(150);
});

test('a list that fails on its second page gives no half list', async () => {
	add(150);
	h.service.faults.add({ method: LIST, after: 1, kind: { code: 15, message: 'No' } });
	const { main } = await h.link(
		'link.getAll',
		{ returnAll: true },
		{ onError: 'continueRegularOutput' },
	);
	expect(main).toHaveLength(1);
	expect(main[0].json.error).toBe('The service could not carry out the operation (code 15)');
});

test.each([[''], [null], [[]], [undefined]])(
	'without a total (%j) it reads on until a page is empty',
	async (total) => {
		const items = Array.from({ length: 100 }, (_, n) => ({ id: String(n + 1) }));
		h.service.faults.add({ kind: { code: 0, data: { items, totalItemCount: total } } });
		const { main } = await h.link('link.getAll', { returnAll: true });
		expect(main).toHaveLength(100);
		expect(pages()).toEqual([
			[100, 0],
			[100, 1],
		]);
	},
);
