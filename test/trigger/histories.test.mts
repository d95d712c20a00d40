import fc from 'fast-check';

import { history, type History } from './lib/history.mts';
import { MemoryHost } from './lib/host.mts';
import { isFinal } from './lib/oracle.mts';
import { play } from './lib/play.mts';
import { World } from './lib/world.mts';

const RUNS = Number(process.env.TRIGGER_RUNS ?? 2000);
const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000_000);

// Our own clock goes with that of the world, so that a seed gives the same again.
let world = new World(2, 0);
beforeAll(() => jest.spyOn(Date, 'now').mockImplementation(() => world.now * 1000));
afterAll(() => jest.restoreAllMocks());

async function playInMemory(given: History, budget: number, isTight: boolean): Promise<number> {
	const { pageSize, overlap, onlyFinal } = given;
	world = new World(pageSize, overlap);
	const terms = { overlap, zone: 'Asia/Almaty', budget };
	const host = new MemoryHost(world, terms, (status) => !onlyFinal || isFinal(status));
	return await play(given, { world, host, crowd: 1, isTight });
}

describe('random histories of messages, polls, failures and restarts', () => {
	it.each([
		['polls with time enough', false, () => 1e9],
		// Half of the budget is spent.
		['polls that cannot read a whole backlog', true, ({ pages }: History) => pages * 2],
	])(
		'%s',
		async (_name, isTight, budget) => {
			let told = 0;
			await fc.assert(
				fc.asyncProperty(history, async (given) => {
					told += await playInMemory(given, budget(given), isTight);
				}),
				{ numRuns: RUNS, seed: SEED },
			);
			process.stdout.write(`${RUNS} histories, ${told} events, seed ${SEED}\n`);
			expect(told).toBeGreaterThan(RUNS);
		},
		600_000,
	);
});
