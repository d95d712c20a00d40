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
	[{ returnAll: true }, 230, [0, 1, 2].map((page) => [100, page])],
	[{}, 50, [[50, 0]]],
	[{ limit: '30' }, 30, [[50, 0]]],
	[{ limit: 101 }, 101, [0, 1].map((page) => [100, page])],
])('%j of 230 links: %i items, pages %j', async (parameters, expected, asked) => {
	add(230);
	const { main } = await h.link('link.getAll', parameters);
	expect(pages()).toEqual(asked);
	expect(new Set(main.map(({ json }) => json.id)).size).toBe(expected);
	expect(main).toHaveLength(expected);
	expect(main.every(({ pairedItem }) => JSON.stringify(pairedItem) === '{"item":0}')).toBe(true);
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
