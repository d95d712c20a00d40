import * as fc from 'fast-check';

import { ListWorld, rowsOf, type Change } from './listWorld.mts';

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
		{ numRuns: 700, seed: 20260310 },
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
