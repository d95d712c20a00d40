import { listOf, readList } from '../../../nodes/shared/api/list';

const a = { id: '1' };
const b = { id: '2' };

test.each([
	['an object with items', { items: [a, b], totalItemCount: '2' }, [a, b], 2],
	['an object with items keyed by number', { items: { 0: a, 1: b } }, [a, b], undefined],
	['a bare list', [a, b], [a, b], undefined],
	['an object keyed by number', { 0: a, 1: b }, [a, b], undefined],
	['an object keyed by id', { 400001: a }, [a], undefined],
	['an empty list', [], [], undefined],
	['nothing', null, [], undefined],
	['empty text', '', [], undefined],
	['an empty object', {}, [], undefined],
	['no items', { items: null, totalItemCount: 0 }, [], 0],
	['only a count of 0', { totalItemCount: '0' }, [], 0],
	['a page beyond the end', { items: [], totalItemCount: '7' }, [], 7],
])('%s is read', (_, data, items, total) => {
	expect(listOf('Link/List', data)).toEqual({ items, total });
});

test.each([
	['items that are null although there are some', { items: null, totalItemCount: '7' }],
	['items that are empty text although there are some', { items: '', totalItemCount: 7 }],
	['a count alone', { totalItemCount: '7' }],
	['rows that are texts', ['1', '2']],
	['rows that are lists', { items: [[1]], totalItemCount: 1 }],
	['a record', { id: '1', code: 'abcd' }],
	['true', true],
	['text', 'text'],
])('%s: no list', (_, data) => {
	expect(() => listOf('Link/List', data)).toThrow(
		expect.objectContaining({ name: 'NoAnswer', kind: 'garbled' }),
	);
});

test.each([
	['nothing is asked for again', [null, [a]], 0, [a], 2],
	['nothing, twice, is believed', [[], []], 0, [], 2],
	['rows are believed', [[a]], 0, [a], 1],
	['no rows with a count of 0 are believed', [{ items: [], totalItemCount: '0' }], 0, [], 1],
	['a page beyond the count is believed', [{ items: [], totalItemCount: '90' }], 100, [], 1],
	[
		'an empty page that the count contradicts is asked for again',
		[
			{ items: [], totalItemCount: '90' },
			{ items: [a], totalItemCount: '90' },
		],
		0,
		[a],
		2,
	],
])('%s', async (_, answers, start, items, calls) => {
	let made = 0;
	const read = async () => answers[made++];
	expect(await readList({ read }, 'Link/List', {}, start)).toMatchObject({ items });
	expect(made).toBe(calls);
});
