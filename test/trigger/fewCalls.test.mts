import { MemoryHost, type Emitted } from './lib/host.mts';
import { ModelList, NO_FREEDOMS, type Freedoms } from './lib/modelList.mts';
import { isFinal, World } from './lib/world.mts';

const MINUTE = 60_000;

let world: World;
beforeEach(() => {
	world = new World(1);
	jest.spyOn(Date, 'now').mockImplementation(() => world.now);
});
afterEach(() => jest.restoreAllMocks());

/** A trigger whose polls have time for so many calls; the service writes UTC. */
function watch(zone: string, calls: number, freedoms: Partial<Freedoms> = {}) {
	const list = new ModelList(world, 5, 1, { ...NO_FREEDOMS, ...freedoms });
	const host = new MemoryHost(list, { zone, budget: calls, now: () => world.now });
	const emitted: Emitted[] = [];
	const poll = async () => emitted.push(...(await host.poll()));
	return { list, poll, ids: () => emitted.map(({ id }) => Number(id)).sort((a, b) => a - b) };
}

const all = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

/** A message that nothing more happens to gets its first status. */
let slot = 0;
const add = (late = 0) => world.change(slot++, late);

beforeEach(() => (slot = 0));

describe.each(['UTC', 'Asia/Almaty', 'America/Sao_Paulo'])(
	'polls with time for few calls, the credential says %s',
	(zone) => {
		it('lose no change that shows late', async () => {
			const { poll, ids } = watch(zone, 4);
			add();
			await poll();
			world.pass(20 * MINUTE);
			for (let second = 0; second < 200; second++) {
				// Stamped now, it shows when polls are beyond it.
				add(second === 5 ? 60_000 : 0);
				world.pass(1000);
				if (second % 10 === 9) await poll();
			}
			for (let polls = 0; polls < 40; polls++) {
				await poll();
				world.pass(10_000);
			}
			expect(ids()).toEqual(all(70_001, 70_201));
		});

		it('each get on, though more changed within hours than one of them can read', async () => {
			const { poll, ids } = watch(zone, 4);
			add();
			await poll();
			world.pass(20 * MINUTE);
			for (let n = 0; n < 150; n++) {
				add();
				world.pass(MINUTE);
			}
			for (let polls = 0; polls < 40; polls++) {
				await poll();
				world.pass(MINUTE);
			}
			expect(ids()).toEqual(all(70_001, 70_151));
		});
	},
);

it('say so where totals alternate, and a second is never seen whole', async () => {
	const { poll, ids } = watch('UTC', 8, { totalAlternatesBy: 3 });
	add();
	await poll();
	world.pass(20 * MINUTE);
	for (let n = 0; n < 8; n++) add();
	let said = '';
	for (let polls = 0; polls < 20; polls++) {
		world.pass(MINUTE);
		await poll().catch((error: Error) => (said = error.message));
	}
	expect([ids(), said]).toEqual([all(70_001, 70_009), expect.stringContaining('all of the')]);
});

it('emit what comes while the trigger takes several polls to begin', async () => {
	const { list, poll, ids } = watch('UTC', 4);
	// An account without messages gets some just then, too many for one poll.
	const asks = Array.from({ length: 5 }, () => () => undefined);
	list.script([...asks, () => all(0, 20).forEach(() => add())]);
	await poll();
	world.pass(MINUTE);
	add();
	for (let polls = 0; polls < 10; polls++) {
		await poll();
		world.pass(MINUTE);
	}
	expect(ids()).toEqual([70_020]);
});

it('find what a total hides that is less than the rows of a page', async () => {
	const { poll, ids } = watch('UTC', 1000, { totalOff: -3 });
	add();
	await poll();
	world.pass(20 * MINUTE);
	for (let n = 0; n < 140; n++) {
		if (n % 7 === 0) world.pass(1_000);
		add();
	}
	world.pass(MINUTE);
	await poll();
	expect(ids()).toEqual(all(70_001, 70_141));
});

it('find what a total hides of a second, when one of its pages is shown as it was before', async () => {
	const { list, poll, ids } = watch('UTC', 1000, { totalOff: -3 });
	add();
	await poll();
	world.pass(20 * MINUTE);
	for (let n = 0; n < 17; n++) add();
	world.pass(MINUTE);
	const page = list.page.bind(list);
	let isOld = true;
	jest.spyOn(list, 'page').mockImplementation(async (asked) => {
		const answer = await page(asked);
		if (!isOld || asked.page !== 2) return answer;
		isOld = false;
		return { changes: [], total: 0 };
	});
	await poll();
	expect(isOld).toBe(false);
	expect(ids()).toEqual(all(70_001, 70_018));
});

it('find what a total hides of seconds whose messages no order tells apart', async () => {
	const { poll, ids } = watch('UTC', 1000, { totalOff: -1, sharing: 2 });
	add();
	await poll();
	world.pass(20 * MINUTE);
	for (let n = 0; n < 130; n++) {
		if (n % 13 === 0) world.pass(1_000);
		add();
	}
	world.pass(2 * MINUTE);
	await poll();
	expect(ids()).toEqual(all(70_001, 70_131));
});

it('emit no old status that is stamped anew, when it began without a total', async () => {
	const { poll, ids } = watch('UTC', 1000, { totalOff: null });
	while (!world.all.some(({ status }) => isFinal(status))) world.change(9);
	world.pass(20 * MINUTE);
	add();
	await poll();
	world.stampAgain(9);
	world.pass(MINUTE);
	await poll();
	expect(ids()).toEqual([]);
});
