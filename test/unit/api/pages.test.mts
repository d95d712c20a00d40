import fc from 'fast-check';

import { listOf, ListWorld, rowsOf, type Change } from './listWorld.mts';

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
	expect(Math.max(...world.atOnce)).toBe(16);
	expect(world.atOnce.slice(0, 6)).toEqual([1, 1, 2, 3, 4, 5]);
});

test.each([
	[140, Infinity, true, [0, 1, 2, 3, 4, 5]],
	[140, 60, true, [0, 1, 2]],
	[25, Infinity, true, [0]],
	// Without a total it is read until two readings agree, and an empty page is asked for twice.
	[60, Infinity, false, [0, 1, 2, 3, 3, 0, 1, 2, 3, 3]],
])('%i rows, limit %d, in pages of 25, total %p: pages %j', async (...given) => {
	const [size, limit, tellsTotal, pages] = given;
	const world = new ListWorld(size, { largestPage: 25, tellsTotal });
	expect(await rowsOf(world, limit)).toEqual(numbers(1, Math.min(size, limit)));
	expect(world.asked.map(({ page }) => page)).toEqual(pages);
});

test('a list that never rests is not read for ever', async () => {
	const restless: Change[] = [
		{ kind: 'remove', at: 0 },
		{ kind: 'add', at: 300 },
	];
	const changes = Array.from({ length: 5000 }, (_, n) => [restless[n % 2]]);
	const world = new ListWorld(300, { changes });
	const { rows, hasMoved } = await listOf(world);
	expect(world.thereThroughout().filter((id) => !rows.includes(id))).toEqual([]);
	expect(hasMoved).toBe(true);
	expect(world.asked.length).toBeLessThanOrEqual(3 * 4 * 2);
});

test('a fault ends the reading, also when it concerns a page further on', async () => {
	const world = new ListWorld(1000, { failsAt: 3 });
	await expect(rowsOf(world)).rejects.toThrow('page 3');
});

test('new rows on top cost no second reading', async () => {
	const fresh: Change = { kind: 'add', at: 0 };
	const world = new ListWorld(700, { changes: [[], [], [fresh], [], [], [], [], [fresh]] });
	expect(await rowsOf(world)).toEqual(numbers(1, 700));
	expect(world.asked.length).toBeLessThanOrEqual(8 + 2 * 5);
});

const position = fc.nat(600);
const mixed = fc.record({
	kind: fc.constantFrom('add' as const, 'remove' as const, 'move' as const),
	at: position,
	to: position,
});
const oneKind = fc
	.constantFrom('add' as const, 'remove' as const)
	.chain((kind) =>
		fc.array(fc.record({ kind: fc.constant(kind), at: position }), { maxLength: 10 }),
	);

/**
 * What happens before each answer: changes of all kinds, but one while a handful of pages is under way,
 * since two could make up for each other; or changes of one kind at any time, several at once too.
 */
const history: fc.Arbitrary<Change[][]> = fc.oneof(
	fc
		.array(fc.tuple(fc.integer({ min: 6, max: 9 }), mixed), { maxLength: 4 })
		.chain((list) =>
			fc
				.nat(8)
				.map((start) => [
					...Array.from({ length: start }, () => []),
					...list.flatMap(([gap, one]) => [[one], ...Array.from({ length: gap }, () => [])]),
				]),
		),
	fc.array(fc.oneof(fc.constant([]), oneKind), { maxLength: 8 }).map((list) => {
		const kind = list.flat().at(0)?.kind;
		return list.map((changes) => changes.filter((one) => one.kind === kind));
	}),
);

/** One change before each of these answers. */
const changesAt = (changes: Record<number, Change>): Change[][] =>
	numbers(0, 30).map((answer) => [changes[answer] ?? []].flat());

/** A row is missed by two readings, each time because another one moved or went. */
const missedTwice: Array<[number, Change[][], number[]]> = [
	[
		501,
		changesAt({
			4: { kind: 'move', at: 586, to: 442 },
			11: { kind: 'remove', at: 328 },
			19: { kind: 'remove', at: 536 },
		}),
		[0, 0, 0, 1, 1, 0, 0],
	],
	[
		500,
		changesAt({
			2: { kind: 'remove', at: 45 },
			9: { kind: 'move', at: 398, to: 2 },
			18: { kind: 'move', at: 81, to: 89 },
		}),
		[0, 0, 0, 1],
	],
];

const delays = fc.array(fc.nat(3), { minLength: 1, maxLength: 20 });

test('nothing that is there throughout is missing, and nothing comes twice', async () => {
	const seen = { runs: 0, changes: 0, again: 0 };
	await fc.assert(
		fc.asyncProperty(fc.nat(600), history, delays, async (size, changes, pauses) => {
			const world = new ListWorld(size, { changes, pauses });
			const ids = await rowsOf(world);
			expect(new Set(ids).size).toBe(ids.length);
			const missing = world.thereThroughout().filter((id) => !ids.includes(id));
			expect(missing).toEqual([]);
			seen.runs++;
			seen.changes += changes.flat().length;
			if (world.asked.length > Math.ceil(size / 100)) seen.again++;
		}),
		{ numRuns: 700, seed: 20260310, examples: missedTwice },
	);
	// The property says something only when lists did change, and were read again for it.
	expect(seen.runs).toBe(700);
	expect(seen.changes).toBeGreaterThan(700);
	expect(seen.again).toBeGreaterThan(70);
}, 60_000);

test('with a limit, never more rows than that, and no page without need', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.nat(600),
			fc.integer({ min: 1, max: 700 }),
			history,
			async (size, limit, changes) => {
				const world = new ListWorld(size, { changes });
				const ids = await rowsOf(world, limit);
				expect(new Set(ids).size).toBe(ids.length);
				expect(ids.length).toBeLessThanOrEqual(limit);
				expect(ids.length).toBeGreaterThanOrEqual(Math.min(limit, world.thereThroughout().length));
				if (changes.flat().length === 0) {
					const pageSize = [25, 50, 100].find((each) => each >= limit) ?? 100;
					// A list has not ended before a page that is short.
					const needed = Math.min(Math.ceil(limit / pageSize), Math.floor(size / pageSize) + 1);
					expect(world.asked).toHaveLength(needed);
				}
			},
		),
		{ numRuns: 250, seed: 7 },
	);
}, 60_000);
