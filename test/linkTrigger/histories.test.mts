import fc from 'fast-check';

import { TRIGGER_ON } from '../../nodes/LinkTrigger/eventRule';
import { areAllDrawn, draws } from '../draws.mts';
import { history } from './lib/history.mts';
import { play } from './lib/play.mts';

const RUNS = draws(250);
const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000_000);

describe('random histories of links, polls, troubles and restarts', () => {
	it.each(TRIGGER_ON)(
		'%s: everything once, nothing old, nothing made up',
		async (triggerOn) => {
			let events = 0;
			await fc.assert(
				fc.asyncProperty(history, async (given) => {
					events += await play(given, triggerOn);
				}),
				{ numRuns: RUNS, seed: SEED },
			);
			process.stdout.write(`${triggerOn}: ${RUNS} histories, ${events} events, seed ${SEED}\n`);
			if (areAllDrawn) expect(events).toBeGreaterThan(RUNS / 4);
		},
		120_000,
	);
});
