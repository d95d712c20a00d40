import * as fc from 'fast-check';

import { listRows } from '../../../nodes/shared/api/pages';
import { ListWorld, type Change } from './listWorld.mts';

const rowsOf = async (world: ListWorld, limit = Infinity): Promise<number[]> => {
	const ids: number[] = [];
	for await (const rows of listRows(world, 'Message/List', {}, limit)) {
		for (const row of rows) ids.push(world.idOf(row));
	}
	return ids;
};

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);

test.each([
	[0, Infinity, [0], 100],
	[1, Infinity, [0], 100],
	[100, Infinity, [0], 100],
	[101, Infinity, [0, 1], 100],
	[730, Infinity, numbers(0, 7), 100],
	[730, 25, [0], 25],
	[730, 26, [0], 50],
	[730, 51, [0], 100],
	[730, 100, [0], 100],
	[730, 101, [0, 1], 100],
	[730, 300, [0, 1, 2], 100],
	[730, 5000, numbers(0, 7), 100],
	[30, 5000, [0], 100],
])('%i rows, limit %d: pages %j of %i', async (size, limit, pages, pageSize) => {
	const world = new ListWorld(size);
	const ids = await rowsOf(world, limit);
	expect(ids).toEqual(numbers(1, Math.min(size, limit)));
	expect(world.asked).toEqual(pages.map((page) => ({ pageSize, page })));
});

test('pages are read side by side, at most 5, the first one alone', async () => {
	const world = new ListWorld(2000);
	await rowsOf(world);
	expect(world.mostAtOnce).toBe(5);
	expect(world.atOnce.slice(0, 6)).toEqual([1, 1, 2, 3, 4, 5]);
});

test('a service that does not tell the total is read until a page brings nothing new', async () => {
	const world = new ListWorld(250, { tellsTotal: false });
	expect(await rowsOf(world)).toEqual(numbers(1, 250));
	expect(world.asked.map(({ page }) => page)).toEqual([0, 1, 2, 3]);
});

test('a row that goes moves others past the reader: they are found, and come last', async () => {
	const gone: Change = { kind: 'remove', at: 4 };
	const world = new ListWorld(700, { changes: [[], [gone]] });
	const ids = await rowsOf(world);
	expect([...ids].sort((a, b) => a - b)).toEqual(numbers(1, 700));
	expect(world.asked.length).toBeLessThanOrEqual(2 * 7 + 6);
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
	const ids = await rowsOf(world);
	expect(new Set(ids).size).toBe(ids.length);
	expect(world.asked.length).toBeLessThanOrEqual(5 * 3 * 5);
});

test('a fault ends the reading, also when it concerns a page further on', async () => {
	const world = new ListWorld(1000, { failsAt: 3 });
	await expect(rowsOf(world)).rejects.toThrow('page 3');
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
		{ numRuns: 2000, seed: 20260310 },
	);
	// The property says something only when lists did change, and were read again for it.
	expect(seen.runs).toBe(2000);
	expect(seen.changes).toBeGreaterThan(2000);
	expect(seen.again).toBeGreaterThan(200);
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
					const needed = Math.max(1, Math.ceil(Math.min(size, limit) / pageSize));
					expect(world.asked).toHaveLength(needed);
				}
			},
		),
		{ numRuns: 500, seed: 7 },
	);
}, 60_000);
