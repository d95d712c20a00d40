import fc from 'fast-check';

import type { Lane } from './lanes.mts';

/** Another one makes other draws: FREEDOMS_SEED=7 npx jest test/freedoms */
export const SEED = Number(process.env.FREEDOMS_SEED ?? 20260310);

/** What is wrong with the outcome of a draw, in words; empty when all is true. */
export type Judge<D> = (lane: Lane, draw: D, index: number) => Promise<string[]>;

/**
 * Makes the draws side by side and judges each.
 *
 * @throws Error with the seed and the first draws that went wrong
 */
export async function judgeAll<D>(
	lanes: Lane[],
	arbitrary: fc.Arbitrary<D>,
	count: number,
	judge: Judge<D>,
): Promise<void> {
	const draws = fc.sample(arbitrary, { numRuns: count, seed: SEED });
	const findings: string[] = [];
	let next = 0;
	const work = async (lane: Lane): Promise<void> => {
		while (next < draws.length) {
			const index = next++;
			for (const finding of await judge(lane, draws[index], index))
				findings.push(`draw ${index}: ${finding}\n  ${JSON.stringify(draws[index])}`);
		}
	};
	await Promise.all(lanes.map(work));
	if (findings.length === 0) return;
	const shown = findings.slice(0, 5).join('\n');
	throw new Error(`seed ${SEED}: ${findings.length} of ${draws.length} draws\n${shown}`);
}
