import { playDrawn } from '../trigger/lib/model.mts';
import { history } from './lib/history.mts';
import { play } from './lib/play.mts';

const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000_000);

it('random histories of links, polls, troubles and restarts: everything once, nothing old, nothing made up', async () => {
	await playDrawn(history, 1200, SEED, 10, play);
}, 600_000);
