import fc from 'fast-check';

import { areAllDrawn, draws } from '../draws.mts';
import { history } from './lib/history.mts';
import { play } from './lib/play.mts';

const RUNS = draws(1200);
const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000_000);

it('random histories of links, polls, troubles and restarts: everything once, nothing old, nothing made up', async () => {
	let events = 0;
	await fc.assert(
		fc.asyncProperty(history, async (given) => {
			const own = await play(given);
			events += own;
			// One without an event is drawn again.
			fc.pre(own > 0);
		}),
		{ numRuns: RUNS, seed: SEED },
	);
	process.stdout.write(`${RUNS} histories, ${events} events, seed ${SEED}\n`);
	if (areAllDrawn) expect(events).toBeGreaterThan(10 * RUNS);
}, 600_000);
