import { ListWorld, rowsOf, type Change } from './listWorld.mts';

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);

test.each([
	[0, Infinity, [0], 100],
	[100, Infinity, [0, 1], 100],
	[101, Infinity, [0, 1], 100],
	[730, Infinity, numbers(0, 7), 100],
	[730, 25, [0], 25],
	[730, 26, [0], 50],
	[730, 101, [0, 1], 100],
	[30, 5000, [0], 100],
])('%i rows, limit %d: pages %j of %i', async (size, limit, pages, pageSize) => {
	const world = new ListWorld(size);
	const ids = await rowsOf(world, limit);
	expect(ids).toEqual(numbers(1, Math.min(size, limit)));
	expect(world.asked).toEqual(pages.map((page) => ({ pageSize, page })));
});

test('pages are read side by side, at most 16, the first one alone', async () => {
	const world = new ListWorld(2000);
	await rowsOf(world);
	expect(world.mostAtOnce).toBe(16);
	expect(world.atOnce.slice(0, 6)).toEqual([1, 1, 2, 3, 4, 5]);
});

test('a service that does not tell the total is read until two readings agree', async () => {
	const world = new ListWorld(250, { tellsTotal: false });
	expect(await rowsOf(world)).toEqual(numbers(1, 250));
	// An empty page is asked for twice.
	expect(world.asked.map(({ page }) => page)).toEqual([0, 1, 2, 3, 3, 0, 1, 2, 3, 3]);
});

test.each([
	[140, Infinity, 6, true],
	[140, 60, 3, true],
	[25, Infinity, 1, true],
	// Without a total it is read twice, and an empty page asked for twice.
	[140, Infinity, 16, false],
])(
	'%i rows, limit %d, in pages smaller than asked for: all of them in %i calls',
	async (size, limit, calls, tellsTotal) => {
		const world = new ListWorld(size, { largestPage: 25, tellsTotal });
		expect(await rowsOf(world, limit)).toEqual(numbers(1, Math.min(size, limit)));
		expect(world.asked).toHaveLength(calls);
	},
);

test('a row that goes moves others past the reader: the list is read again', async () => {
	const gone: Change = { kind: 'remove', at: 4 };
	const world = new ListWorld(700, { changes: [[], [gone]] });
	const ids = await rowsOf(world);
	expect(ids).toEqual(numbers(1, 700).filter((id) => id !== 5));
	expect(world.asked.length).toBeLessThanOrEqual(2 * 8);
});

test('new rows on top cost no second reading', async () => {
	const fresh: Change = { kind: 'add', at: 0 };
	const world = new ListWorld(700, { changes: [[], [], [fresh], [], [], [], [], [fresh]] });
	expect(await rowsOf(world)).toEqual(numbers(1, 700));
	expect(world.asked.length).toBeLessThanOrEqual(8 + 2 * 5);
});

test('a list that never rests is not read for ever', async () => {
	const gone: Change = { kind: 'remove', at: 0 };
	const back: Change = { kind: 'add', at: 300 };
	const changes = Array.from({ length: 5000 }, (_, n) => [n % 2 === 0 ? gone : back]);
	const world = new ListWorld(300, { changes });
	await expect(rowsOf(world)).rejects.toMatchObject({ kind: 'incomplete' });
	expect(world.asked.length).toBeLessThanOrEqual(5 * 4 * 2);
});

test('a fault ends the reading, also when it concerns a page further on', async () => {
	const world = new ListWorld(1000, { failsAt: 3 });
	await expect(rowsOf(world)).rejects.toThrow('page 3');
});
