import { expectSound, playPart, RUNS } from './lib/model/run.mts';

it(`sends nothing twice and loses nothing in silence, in half of ${RUNS} scenarios with faults`, async () => {
	expectSound(await playPart(0, 2));
}, 1_800_000);
