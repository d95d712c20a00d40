import { fromItem, harness } from './lib/harness.mts';

const h = harness();

const LIST = 'Link/List';

test('every filter and the sort reach the service by their own names, in order', async () => {
	await h.link('link.getAll', {
		returnAll: true,
		filters: {
			status: 1,
			moderatorStatus: 0,
			createTsFrom: '2026-03-01T10:30:00Z',
			createTsTo: '2026-03-09',
			query: 'spring [1]',
		},
		options: { severalSortFields: true },
		sort: {
			by: [
				{ field: 'clickCnt', direction: 'DESC' },
				{ field: 'createTs', direction: 'ASC' },
				{ field: 'expirationDate' },
			],
		},
	});
	expect(h.wire(LIST)).toEqual([
		{
			criteria: {
				status: '1',
				moderatorStatus: '0',
				createTsFrom: '2026-03-01',
				createTsTo: '2026-03-09 23:59:59',
				query: 'spring [1]',
			},
			sort: { clickCnt: 'DESC', createTs: 'ASC', expirationDate: 'ASC' },
			pagination: { pageSize: '100', currentPage: '0' },
		},
	]);
	expect(h.service.calls[0].rawBody.match(/(?<=sort\[)\w+/g)).toEqual([
		'clickCnt',
		'createTs',
		'expirationDate',
	]);
});

test.each([
	['link', 'clickCnt', 'code'],
	['message', 'status', 'to'],
])(
	'%s: a second sort field is refused unless the account is known to take it',
	async (node, a, b) => {
		const sort = { by: [{ field: a }, { field: b, direction: 'DESC' }] };
		const run = node === 'link' ? h.link : h.message;
		const { error } = await run(`${node}.getAll`, { sort });
		expect(error?.message).toBe('"Sort" has 2 fields, the service documents one');
		expect(h.methods()).toEqual([]);
		await run(`${node}.getAll`, { sort, options: { severalSortFields: true } });
		expect(h.service.calls.map(({ params }) => params)).toMatchObject([
			{ sort: { [a]: 'ASC', [b]: 'DESC' } },
		]);
	},
);

test('several items: each its own list, in the order of the items', async () => {
	for (const comment of ['x1', 'x2', 'y']) h.service.store.addLink({ comment });
	const { main } = await h.link(
		'link.getAll',
		{ filters: { query: fromItem('query') } },
		{ items: [{ query: 'x' }, { query: 'none' }, { query: 'y' }] },
	);
	expect(main.map(({ json, pairedItem }) => [json.comment, pairedItem])).toEqual([
		['x2', { item: 0 }],
		['x1', { item: 0 }],
		['y', { item: 2 }],
	]);
});
