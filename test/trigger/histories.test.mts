import { isRecord } from '../../nodes/shared/api/wire';
import type { Params } from '../../nodes/shared/api/service';
import { messageList } from '../../nodes/MessageTrigger/list';
import type { Terms } from '../../nodes/MessageTrigger/poll';
import { history, type History } from './lib/history.mts';
import { MemoryHost } from './lib/host.mts';
import { playDrawn } from './lib/model.mts';
import { ModelList, NO_FREEDOMS, World } from './lib/world.mts';
import { play } from './lib/play.mts';

jest.setTimeout(1_200_000);
const { TRIGGER_HISTORIES_SEED, TRIGGER_SEED } = process.env;
const SEED = Number(TRIGGER_HISTORIES_SEED ?? TRIGGER_SEED ?? Date.now() % 1_000_000_000);
/** docs/trigger.md promises it. */
const LATEST_MS = 75_000;

// Our own clock goes with that of the world, so that a seed gives the same again.
let world = new World(0);
beforeEach(() => jest.spyOn(Date, 'now').mockImplementation(() => world.now + world.ahead));

const hostOf = (list: Pick<ModelList, 'read'>, pageSize = 100, terms: Partial<Terms> = {}) =>
	new MemoryHost(messageList(list, {}, false, pageSize), {
		...{ zone: 'UTC', budget: 1e9, now: () => Math.floor(world.now / 1000) * 1000 },
		...terms,
	});

async function playInMemory(given: History, isStrict: boolean): Promise<number> {
	world = new World(given.seed, given.offset);
	const list = new ModelList(world, given.seed, given.freedoms);
	const host = hostOf(list, given.pageSize, { zone: given.zone, budget: given.calls });
	host.triggerOn = given.triggerOn;
	return await play(given, { world, host, list, isStrict, mostCalls: given.calls + 10 });
}

const plain = history.map((given) => ({
	...given,
	calls: 1e9,
	zone: 'UTC',
	offset: 0,
	freedoms: { ...given.freedoms, totalOff: 0, totalAlternatesBy: 0, empty: 0, stale: 0 },
}));

it.each([
	['with time, and a service without liberties but the order of ties', 600, plain, true],
	['with little time, and all liberties', 1400, history, false],
])('random histories %s', async (_name, all, histories, isStrict) => {
	await playDrawn(histories, all, SEED, 1, async (given) => await playInMemory(given, isStrict));
});

it.each([
	[1, 0],
	[10, 0],
	[60, 0],
	[10, 90_000],
])('what shows 75 s late comes, polled each %i s, at times %i ms fast', async (every, ahead) => {
	world = new World(1);
	let polls = 0;
	const now = () => world.now + (polls % 2) * ahead;
	const host = hostOf(new ModelList(world, 1), 100, { now });
	await host.activate();
	const emitted: string[] = [];
	for (let second = 0; second < 400; second++) {
		if (second < 240) {
			world.change(2 * second);
			world.change(2 * second + 1, LATEST_MS);
		}
		world.pass(1_000);
		if (second % every > 0) continue;
		emitted.push(...(await host.poll()).map(({ id }) => id));
		polls++;
	}
	expect(emitted.sort()).toEqual([...world.versions.keys()].sort());
});

it.each([1, 20, 70, 90])(
	'where the clock of an account is slow, a row that is dated ahead hides no other, one each %i s',
	async (every) => {
		world = new World(1, -300_000);
		const list = new ModelList(world, 1);
		const host = hostOf(list);
		world.change(0);
		await host.activate();
		const emitted: string[] = [];
		for (let slot = 1; slot * every < 1800; slot++) {
			// Amid many rows, nobody could tell which one is ahead.
			const late = slot % 10 === 7 && every > 1 ? LATEST_MS : 0;
			world.change(slot, late, slot % 10 === 5 ? 180_000 : 0);
			world.pass(1_000 * every);
			if (every > 60 || (slot * every) % 60 === 0)
				emitted.push(...(await host.poll()).map(({ id }) => id));
		}
		world.pass(LATEST_MS);
		emitted.push(...(await host.poll()).map(({ id }) => id));
		expect(emitted.sort()).toEqual([...world.versions.keys()].slice(1).sort());
	},
);

it('an empty answer about a recipient, with a total of 0, whose messages stand on two pages is not believed at once', async () => {
	for (let seed = 0; seed < 50; seed++) {
		world = new World(seed);
		const list = new ModelList(world, seed, { ...NO_FREEDOMS, sharing: 2 });
		let wasEmpty = false;
		const read = async (method: string, params: Params) => {
			const { criteria } = params;
			wasEmpty = !wasEmpty && isRecord(criteria) && criteria.to !== undefined;
			return wasEmpty ? { items: [], totalItemCount: 0 } : await list.read(method, params);
		};
		const host = hostOf({ read }, 5);
		await host.activate();
		for (let slot = 0; slot < 61; slot++) world.change(slot);
		const ids = (await host.poll()).map(({ id }) => id);
		expect([seed, ids.sort()]).toEqual([seed, [...world.versions.keys()].sort()]);
	}
});

it('with few calls a poll, and full pages to one person, the seconds after them come', async () => {
	world = new World(0);
	const list = new ModelList(world, 0, { ...NO_FREEDOMS, exclusive: 'to', sharing: 2 });
	const host = hostOf(list, 2, { budget: 4 });
	await host.activate();
	const emitted: string[] = [];
	const pollOften = async () => {
		for (let polls = 0; polls < 20; polls++) {
			world.pass(60_000);
			emitted.push(...(await host.poll()).map(({ id, status }) => `${id}:${status}`));
		}
	};
	for (let slot = 0; slot < 8; slot++) world.change(slot);
	await pollOften();
	// Two people, each with one message on either page.
	for (const slot of [1, 2, 3]) world.change(slot);
	world.pass(2_000);
	for (const slot of [5, 6, 7]) world.change(slot);
	await pollOften();
	world.change(0);
	await pollOften();
	const all = world.all.map(({ id, status }) => `${id}:${status}`);
	expect(emitted.sort()).toEqual(all.sort());
});
