import fc from 'fast-check';

import { startService, type Dialect, type LocalService } from '../service/index.mts';
import { history, type History } from './lib/history.mts';
import { n8nHost } from './lib/n8nHost.mts';
import { play } from './lib/play.mts';
import { NOON, World } from './lib/world.mts';

const RUNS = Number(process.env.TRIGGER_HTTP_RUNS ?? 40);
const SEED = Number(process.env.TRIGGER_SEED ?? Date.now() % 1_000_000_000);
const PAGE_SIZE = 100;
/** So many messages for one of a history that most polls need several pages. */
const CROWD = 40;
/** A clock in Almaty shows noon. */
const START = NOON - 5 * 3_600_000;

let service: LocalService;
let world = new World(PAGE_SIZE, 0);

beforeAll(async () => {
	service = await startService({ now: () => START + world.now * 1000, lifecycle: 'manual' });
});
afterAll(async () => await service.close());

/** The service shows what the world shows. */
function mirror({ overlap }: History, dialect: Dialect): void {
	world = new World(PAGE_SIZE, overlap);
	service.reset();
	service.setDialect(dialect);
	world.onShow = ({ id, status, at }) => {
		const time = START + at * 1000;
		if (service.store.message(id)) service.store.setStatus(id, status, time);
		else service.store.addMessage({ id, status, statusUpdateTs: time, startSendTs: START });
	};
}

describe('random histories over HTTP, in n8n', () => {
	it.each<Dialect>(['documented', 'observed'])(
		'%s answers',
		async (dialect) => {
			let told = 0;
			const property = fc.asyncProperty(history, async (given) => {
				mirror(given, dialect);
				const { host } = await n8nHost(service, {
					parameters: {
						triggerOn: given.onlyFinal ? 'final' : 'any',
						options: { overlap: given.overlap },
					},
					beforeCall: async () => await world.called(),
					fail: () => service.faults.add({ kind: { code: 14 } }),
				});
				told += await play(given, { world, host, crowd: CROWD, isTight: false });
			});
			await fc.assert(property, { numRuns: RUNS, seed: SEED });
			process.stdout.write(`${RUNS} histories over HTTP, ${told} events, seed ${SEED}\n`);
			expect(told).toBeGreaterThan(RUNS * CROWD);
		},
		600_000,
	);
});
