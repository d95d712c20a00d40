import { writeFileSync } from 'node:fs';

import fc from 'fast-check';

import { engine } from '../engine/lib/engine.mts';
import { scenario } from './lib/model/arbitrary.mts';
import { DeadEnds } from './lib/model/deadEnds.mts';
import { judge } from './lib/model/judge.mts';
import { play } from './lib/model/play.mts';
import { Services } from './lib/model/services.mts';
import { Stores } from './lib/model/store.mts';
import { traceOf } from './lib/model/trace.mts';
import { emptyTotals, entriesOf } from './lib/model/totals.mts';

/** Sockets are waited for, so that a few play side by side. */
const AT_ONCE = 8;

const RUNS = Number(process.env.FAULT_RUNS ?? 1500);
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000_000);
/** Plays this one only, and tells what happened. */
const ONLY = process.env.FAULT_ONLY;
/** A file for all breaches. */
const REPORT = process.env.FAULT_REPORT;

it(`sends nothing twice and loses nothing in silence, in ${RUNS} scenarios with faults`, async () => {
	// Traces of the many errors that are thrown cost more than all else.
	Error.stackTraceLimit = 0;
	const [n8n, deadEnds, stores] = await Promise.all([engine(), DeadEnds.start(), Stores.start()]);
	const ground = { n8n, deadEnds, stores, services: new Services() };
	const scenarios = fc.sample(scenario, { seed: SEED, numRuns: RUNS });
	const totals = emptyTotals();
	const breaches: string[] = [];
	let next = 0;
	const player = async () => {
		while (next < scenarios.length) {
			const id = next++;
			if (ONLY !== undefined && id !== Number(ONLY)) continue;
			const played = await play(ground, scenarios[id], id);
			const verdict = judge(played);
			if (ONLY !== undefined) process.stdout.write(traceOf(played));
			played.world.end();
			for (const [name, count] of entriesOf(verdict.totals)) totals[name] += count;
			if (verdict.breaches.length > 0) {
				const drawn = JSON.stringify(scenarios[id]);
				breaches.push(`scenario ${id}: ${verdict.breaches.join('\n  ')}\n${drawn}`);
			}
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, player));
	deadEnds.close();
	await ground.services.close();
	if (REPORT !== undefined) writeFileSync(REPORT, breaches.join('\n\n'));
	process.stdout.write(
		`Sending under faults, seed ${SEED}: ${JSON.stringify({ scenarios: RUNS, ...totals })}\n`,
	);
	expect(breaches.slice(0, 3)).toEqual([]);
}, 1_800_000);
