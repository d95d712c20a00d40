import fc from 'fast-check';

import { areAllDrawn, draws } from '../draws.mts';
import { startService, type Dialect, type LocalService } from '../service/index.mts';
import { history, type History } from './lib/history.mts';
import { n8nHost } from './lib/n8nHost.mts';
import { play } from './lib/play.mts';
import { World } from './lib/world.mts';

const RUNS = draws(12);
const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000_000);
/** So many messages for one of a history that most polls need several pages. */
const CROWD = 40;
/** Calls within the budget of a poll; few where few draws are made, since one that does not end uses all of them. */
const BUDGET = areAllDrawn ? 250 : 50;
/** Some go beyond it when it begins or ends. */
const MOST_CALLS = BUDGET + 10;

let service: LocalService;
let world = new World(0);

// All clocks are the world's, so that a seed gives the same again.
beforeAll(async () => {
	service = await startService({ now: () => world.now, timezone: 'UTC', lifecycle: 'manual' });
	jest.spyOn(Date, 'now').mockImplementation(() => world.now);
});
afterAll(async () => {
	jest.restoreAllMocks();
	await service.close();
});

/** The service shows what the world shows, with the freedoms of the history. */
function mirror({ seed, offset, freedoms }: History, dialect: Dialect): void {
	world = new World(seed, offset);
	service.reset();
	service.setSeed(seed);
	service.setDialect(dialect);
	const { bounds, totalOff, totalAlternatesBy, empty, stale, staleBy } = freedoms;
	service.setFreedoms({
		updateBounds: bounds,
		tiesShuffled: true,
		totalForm: totalOff === null ? 'absent' : 'asIs',
		totalOff: totalOff ?? 0,
		totalAlternatesBy,
		oddReads: empty,
		staleReads: stale,
		staleBy,
	});
	world.onShow = ({ id, status, stamp, number }) => {
		const to = String(77_010_000_000 + Math.floor(number / freedoms.sharing));
		const campaignId = String(900 + (number % freedoms.sharing));
		if (service.store.message(id)) service.store.setStatus(id, status, stamp);
		else
			service.store.addMessage({
				id,
				status,
				to,
				campaignId,
				statusUpdateTs: stamp,
				startSendTs: stamp,
			});
	};
}

describe('random histories over HTTP, in n8n', () => {
	it.each<Dialect>(['documented', 'observed'])(
		'%s answers',
		async (dialect) => {
			let [events, stuck] = [0, 0];
			const property = fc.asyncProperty(history, async (given) => {
				mirror(given, dialect);
				let acts: Array<() => void> = [];
				let calls = 0;
				const { host } = await n8nHost(service, {
					parameters: { triggerOn: given.isOnlyFinal ? 'final' : 'any' },
					budget: Math.min(given.calls, BUDGET),
					zone: given.zone,
					beforeCall: async () => {
						calls++;
						world.pass(1);
						acts.shift()?.();
					},
				});
				const end = await play(given, {
					world,
					host,
					crowd: CROWD,
					pageSize: 100,
					isStrict: false,
					script: (next) => (acts = [...next]),
					fail: () => service.faults.add({ kind: { code: 14 } }),
					calls: () => calls,
					mostCalls: MOST_CALLS,
				});
				events += end.events;
				stuck += end.isStuck ? 1 : 0;
			});
			await fc.assert(property, { numRuns: RUNS, seed: SEED, endOnFailure: true });
			process.stdout.write(`${RUNS} over HTTP, ${events} events, ${stuck} stuck, seed ${SEED}\n`);
			if (areAllDrawn) expect(events).toBeGreaterThan(RUNS * CROWD);
		},
		600_000,
	);
});
