import fc from 'fast-check';

import { engine } from '../engine/lib/engine.mts';
import { startDeduplicator } from './lib/deduplicator.mts';
import { judge, type Totals } from './lib/judge.mts';
import { play } from './lib/play.mts';
import { scenario } from './lib/scenario.mts';

/** Most of the time goes into pauses, so that many play at once, and all pauses are a tenth as long. */
const AT_ONCE = 150;
jest.mock('n8n-workflow', () => {
	const real = jest.requireActual<typeof import('n8n-workflow')>('n8n-workflow');
	return { ...real, sleep: async (ms: number) => await real.sleep(ms / 10) };
});

const RUNS = Number(process.env.FAULT_RUNS ?? 1000);
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000_000);

it(`sends nothing twice and loses nothing in silence, in ${RUNS} runs with faults`, async () => {
	const [n8n] = await Promise.all([engine(), startDeduplicator()]);
	const scenarios = fc.sample(scenario, { seed: SEED, numRuns: RUNS });
	const totals: Partial<Totals> = {};
	const breaches: string[] = [];
	let next = 0;
	const player = async () => {
		while (next < scenarios.length) {
			const id = next++;
			const played = await play(n8n, scenarios[id], id);
			const verdict = judge(played);
			await played.service.close();
			for (const [name, count] of entries(verdict.totals))
				totals[name] = (totals[name] ?? 0) + count;
			if (verdict.breaches.length > 0) {
				breaches.push(
					`run ${id}: ${verdict.breaches.join('; ')}\n${JSON.stringify(scenarios[id])}`,
				);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, player));
	process.stdout.write(
		`Sending under faults, seed ${SEED}: ${JSON.stringify({ runs: RUNS, ...totals })}\n`,
	);
	expect(breaches.slice(0, 3)).toEqual([]);
	expect(totals).toMatchObject({ duplicates: 0, sentAfterUnknown: 0, unaccounted: 0 });
	// The runs must have met what they are about.
	expect(totals.unknown).toBeGreaterThan(RUNS / 2);
	expect(totals.recovered).toBeGreaterThan(RUNS / 20);
}, 1_800_000);

const entries = (totals: Totals): Array<[keyof Totals, number]> =>
	Object.entries(totals) as Array<[keyof Totals, number]>;
