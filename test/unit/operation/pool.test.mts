import fc from 'fast-check';

import { chunks } from '../../../nodes/shared/operation/gather';
import { pool } from '../../../nodes/shared/api/gate';

const later = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

test('runs all in order, never more than the limit at once, and awaits the last', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.nat(3), { maxLength: 30 }),
			fc.integer({ min: 1, max: 8 }),
			async (waits, limit) => {
				const started: number[] = [];
				let open = 0;
				let most = 0;
				await pool(
					[...waits.keys()],
					() => limit,
					() => false,
					async (n) => {
						started.push(n);
						most = Math.max(most, ++open);
						await later(waits[n]);
						open--;
					},
				);
				expect(started).toEqual([...waits.keys()]);
				expect(most).toBe(Math.min(limit, waits.length));
				expect(open).toBe(0);
			},
		),
		{ numRuns: 30 },
	);
});

test('the limit may change, and inputs are read only when there is room for their work', async () => {
	let limit = 2;
	let read = 0;
	function* inputs() {
		while (read < 30) yield ++read;
	}
	const under = new Set<number>();
	const seen: number[] = [];
	await pool(
		inputs(),
		() => limit,
		() => false,
		async (n) => {
			under.add(n);
			expect(read - seen.length).toBe(under.size);
			if (limit > 1) expect(under.size).toBeLessThanOrEqual(limit);
			await later(n % 3);
			under.delete(n);
			seen.push(n);
			limit = n < 15 ? 6 : 1;
		},
	);
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
	await pool(
		inputs(),
		() => 5,
		() => isHalted,
		async (n) => void worked.push(n),
	);
	expect(worked).toEqual([1]);
});

test('once halted nothing new begins, and what is under way is awaited', async () => {
	const started: number[] = [];
	const ended: number[] = [];
	let isHalted = false;
	await pool(
		[...Array(20).keys()],
		() => 3,
		() => isHalted,
		async (n) => {
			started.push(n);
			await later(n === 4 ? 1 : 5);
			isHalted ||= n === 4;
			ended.push(n);
		},
	);
	expect(started.length).toBeLessThan(9);
	expect(ended.sort((a, b) => a - b)).toEqual(started);
});

test('halted from the start, nothing begins', async () => {
	let calls = 0;
	await pool(
		[1, 2],
		() => 2,
		() => true,
		async () => void calls++,
	);
	expect(calls).toBe(0);
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
