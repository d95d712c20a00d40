import fc from '../../fc.mts';

import { chunks } from '../../../nodes/shared/operation/gather';
import { pool } from '../../../nodes/shared/api/gate';

const later = async (ms: number) => await new Promise<void>((resolve) => setTimeout(resolve, ms));

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
			await pool(
				[...list.keys()],
				() => limit,
				() => false,
				work,
			);
			expect(started).toEqual([...list.keys()]);
			expect([most, open]).toEqual([Math.min(limit, list.length), 0]);
		}),
		{ numRuns: 30 },
	);
});

test('the limit may change while inputs are worked on', async () => {
	let [limit, open] = [2, 0];
	const most: number[] = [];
	const work = async (n: number) => {
		most[limit] = Math.max(most[limit] ?? 0, ++open);
		await later(n % 3);
		open--;
		limit = n < 15 ? 6 : 9;
	};
	await pool(
		[...Array(40).keys()],
		() => limit,
		() => false,
		work,
	);
	expect([most[2], most[6], most[9]]).toEqual([2, 6, 9]);
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
