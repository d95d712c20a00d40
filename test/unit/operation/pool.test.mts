import fc from '../../fc.mts';

import { chunks } from '../../../nodes/shared/operation/gather';
import { pool } from '../../../nodes/shared/api/gate';

const later = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Works on inputs, at most `limit` at once, until halted. */
const run = async <T,>(
	inputs: Iterable<T>,
	work: (input: T) => Promise<void>,
	{ limit = (): number => 5, halted = (): boolean => false } = {},
) => await pool(inputs, limit, halted, work);

test('runs all in order, never more than the limit at once, and awaits the last', async () => {
	const waits = fc.array(fc.nat(3), { maxLength: 30 });
	await fc.assert(
		fc.asyncProperty(waits, fc.integer({ min: 1, max: 8 }), async (list, limit) => {
			const started: number[] = [];
			let [open, most] = [0, 0];
			const work = async (n: number) => {
				started.push(n);
				most = Math.max(most, ++open);
				await later(list[n]);
				open--;
			};
			await run(list.keys(), work, { limit: () => limit });
			expect(started).toEqual([...list.keys()]);
			expect([most, open]).toEqual([Math.min(limit, list.length), 0]);
		}),
		{ numRuns: 30 },
	);
});

test('the limit may change, and inputs are read only when there is room for their work', async () => {
	let [limit, read] = [2, 0];
	function* inputs() {
		while (read < 30) yield ++read;
	}
	const under = new Set<number>();
	const seen: number[] = [];
	const work = async (n: number) => {
		under.add(n);
		expect(read - seen.length).toBe(under.size);
		if (limit > 1) expect(under.size).toBeLessThanOrEqual(limit);
		await later(n % 3);
		under.delete(n);
		seen.push(n);
		limit = n < 15 ? 6 : 1;
	};
	await run(inputs(), work, { limit: () => limit });
	expect(seen).toHaveLength(30);
});

test('an input that halts the run when it is read is not worked on', async () => {
	let isHalted = false;
	function* inputs() {
		yield 1;
		isHalted = true;
		yield 2;
	}
	const worked: number[] = [];
	await run(inputs(), async (n) => void worked.push(n), { halted: () => isHalted });
	expect(worked).toEqual([1]);
});

test('chunks hold each distinct value once, in order, in parts that are full but for the last', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(20)), fc.integer({ min: 1, max: 7 }), (list, size) => {
			const parts = [...chunks(list, size)];
			expect(parts.flat()).toEqual([...new Set(list)]);
			expect(parts.slice(0, -1).every((part) => part.length === size)).toBe(true);
			expect(parts.every((part) => part.length > 0 && part.length <= size)).toBe(true);
		}),
	);
});
