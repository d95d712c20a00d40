import { listOf, readList } from '../../../nodes/shared/api/list';

const [a, b] = [{ id: '1' }, { id: '2' }];

test.each<[total: number | undefined, items: unknown[], data: unknown]>([
	[2, [a, b], { items: [a, b], totalItemCount: '2' }],
	[undefined, [a, b], { items: { 0: a, 1: b } }],
	[undefined, [a, b], [a, b]],
	[undefined, [a, b], { 0: a, 1: b }],
	[undefined, [a], { 400001: a }],
	[undefined, [], []],
	[undefined, [], null],
	[undefined, [], ''],
	[undefined, [], {}],
	[0, [], { items: null, totalItemCount: 0 }],
	[0, [], { totalItemCount: '0' }],
	[7, [], { items: [], totalItemCount: '7' }],
])('of %p, these are given: %j, in %j', (total, items, data) => {
	expect(listOf('Link/List', data)).toEqual({ items, total });
});

test.each([
	...[null, '', undefined].map((items) => ({ items, totalItemCount: '7' })),
	...[['1', '2'], { items: [[1]], totalItemCount: 1 }, { id: '1', code: 'abcd' }, true, 'text'],
])('%j is no list', (data) => {
	expect(() => listOf('Link/List', data)).toThrow(
		expect.objectContaining({ name: 'NoAnswer', kind: 'garbled' }),
	);
});

const empty = { items: [], totalItemCount: '90' };

test.each<[what: string, answers: unknown[], start: number, items: unknown[], calls: number]>([
	['nothing is asked for again', [null, [a]], 0, [a], 2],
	['nothing, twice, is believed', [[], []], 0, [], 2],
	['rows are believed', [[a]], 0, [a], 1],
	['no rows with a count of 0 are believed', [{ ...empty, totalItemCount: '0' }], 0, [], 1],
	['a page beyond the count is believed', [empty], 100, [], 1],
	['one that the count contradicts is not', [empty, { ...empty, items: [a] }], 0, [a], 2],
])('%s', async (_, answers, start, items, calls) => {
	const read = jest.fn(async () => answers.shift());
	expect(await readList({ read }, 'Link/List', {}, start)).toMatchObject({ items });
	expect(read).toHaveBeenCalledTimes(calls);
});

it('keeps the count of the first answer where the second has none', async () => {
	const answers: unknown[] = [empty, []];
	const read = async () => answers.shift();
	expect(await readList({ read }, 'Link/List', {})).toEqual({ items: [], total: 90 });
});
