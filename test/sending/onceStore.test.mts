import type * as RowModule from '../../nodes/Message/send/onceRow';
import type * as Module from '../../nodes/Message/send/onceStore';
import { settle } from '../../nodes/shared/api/promises';
import { draws } from '../draws.mts';
import { KeyStore } from './lib/keyStore.mts';
import { loadAfresh } from './lib/model/freshPackage.mts';
import { Numbers } from '../service/freedoms/random.mts';
import { dateIn, VirtualTime } from './lib/model/virtualTime.mts';

const SEED = Number(process.env.ONCE_SEED ?? 77);
const NOON = Date.UTC(2026, 2, 10, 7);

type Built = Pick<typeof Module, 'OnceStore'> & Pick<typeof RowModule, 'OnceRow'>;
type Life = Module.Life;
type Store = ConstructorParameters<typeof Module.OnceStore>[0];
type Once = InstanceType<typeof Module.OnceStore>;

const OTHER: Life = { origin: 'another', isRetry: false };
const HERE = { workflow: { id: '1', active: true } };

/** n8n's row without a lock: what was read is written back, changed, a while later. */
class SlowRow {
	row: string[] = [];
	uses = 0;
	/** How long the next use takes longer, in ms: its process does something else for so long. */
	stall = 0;
	most = 0;

	constructor(
		private readonly time: VirtualTime,
		private readonly gap: () => number,
		private readonly fails: () => boolean,
		private readonly stalls: () => number,
	) {}

	/** @param isDead its process was killed: it hears nothing more */
	of(isDead: () => boolean, fails = this.fails): Store {
		const keys = new KeyStore(async (_workflow, _node, change) => {
			if (isDead()) await new Promise<never>(() => {});
			this.uses++;
			await this.time.sleep(this.gap() / 4);
			if (fails()) throw new Error('SQLITE_BUSY: database is locked');
			const read = [...this.row];
			await this.time.sleep(this.gap() + this.stall + this.stalls());
			this.stall = 0;
			// The database may have had the statement when the process was killed.
			if (isDead() && fails()) await new Promise<never>(() => {});
			this.row = change(read) ?? [];
			this.most = Math.max(this.most, this.row.length);
			await this.time.sleep(this.gap() / 4);
			if (fails()) throw new Error('Connection terminated unexpectedly');
			if (isDead()) await new Promise<never>(() => {});
		});
		return {
			checkProcessedAndRecord: async (items, scope, options) =>
				await keys.checkProcessedAndRecord(items, scope, HERE, options),
			removeProcessed: async (items, scope, options) =>
				await keys.removeProcessed(items, scope, HERE, options),
		};
	}
}

class World {
	readonly time = new VirtualTime(NOON);
	readonly row: SlowRow;
	/** How often the service took a message, by name. */
	readonly taken = new Map<string, number>();
	/** Whose message it took, by name. */
	private readonly takenOf = new Map<string, string | undefined>();
	unknown = 0;
	/** Claims that could not be recorded, and why. */
	readonly failed: string[] = [];
	readonly wrong: string[] = [];
	readonly store: Store;

	constructor(
		readonly numbers: Numbers,
		slowness: number,
		failures: number,
		stalls = 0,
	) {
		// Up to 200 ms each process is as slow as it likes; above that, all are slow together.
		const least = slowness > 200 ? slowness / 2 : 0;
		const gap = () => numbers.between(least, slowness);
		const stall = () => (numbers.percent(stalls) ? numbers.between(300, 1400) : 0);
		this.row = new SlowRow(this.time, gap, () => numbers.percent(failures), stall);
		this.store = this.row.of(
			() => false,
			() => false,
		);
	}

	/** A process of n8n, with nothing in memory. @param isAhead how far its clock is ahead, in ms */
	start(isAhead = () => 0): Built {
		const { sleep, timeout, now } = this.time;
		const random = () => this.numbers.next();
		const clock = dateIn(() => now() + isAhead());
		const around = { Date: clock, performance: { now }, sleep, random, timeout };
		const load = (name: string) => loadAfresh(`nodes/Message/send/${name}.js`, around);
		return { ...load('onceRow'), ...load('onceStore') } as unknown as Built;
	}

	/** One execution, as the node is to use the store. */
	async execute(
		once: Once,
		names: string[],
		isDead: () => boolean,
		origin?: string,
	): Promise<void> {
		// The service's list tells a retry what was sent before.
		for (const [name, by] of this.takenOf)
			if (by === origin && names.includes(name)) once.accepted(name);
		const send = async (name: string): Promise<boolean> => {
			const claimed = await settle(once.claim(name));
			if ('fault' in claimed) this.failed.push(String(claimed.fault));
			const state = 'fault' in claimed ? 'open' : claimed.value;
			if (state === 'later') return false;
			if (state === 'done' && !this.taken.has(name)) this.wrong.push(name);
			if (state === 'open') this.unknown++;
			if (state !== 'mine') return true;
			await this.time.sleep(this.numbers.between(1, 40));
			if (isDead()) await new Promise<never>(() => {});
			const fate = this.numbers.between(0, 9);
			if (fate > 1) {
				this.taken.set(name, (this.taken.get(name) ?? 0) + 1);
				this.takenOf.set(name, origin);
			}
			await this.time.sleep(this.numbers.between(1, 400));
			if (isDead()) await new Promise<never>(() => {});
			if (fate < 2) once.refused(name);
			else if (fate < 3) once.unknown(name);
			else once.accepted(name);
			return true;
		};
		let later = names;
		while (later.length > 0) {
			const left: string[] = [];
			const line = [...later];
			const worker = async () => {
				for (let name = line.shift(); name !== undefined; name = line.shift())
					if (!(await send(name))) left.push(name);
			};
			await Promise.allSettled(Array.from({ length: 4 }, worker));
			later = left;
			if (later.length > 0) await once.wait(later, undefined).catch(() => (later = []));
		}
		await once.finish();
	}
}

async function play(seed: number) {
	const numbers = new Numbers(seed);
	const slowness = [2, 50, 200, 600, 2000][numbers.between(0, 4)];
	const failures = numbers.percent(25) ? 10 : 0;
	const world = new World(numbers, slowness, failures);
	const pool = numbers.between(0, 20);
	const kills = numbers.percent(60);
	const draw = () => Array.from({ length: numbers.between(1, 30) }, () => numbers.between(0, pool));
	const works = Array.from({ length: numbers.between(2, 4) }, () =>
		Array.from({ length: numbers.between(1, 3) }, draw),
	);
	// Somebody clicks Retry twice, and two processes get one retry each.
	const isTwice = kills && numbers.percent(40);
	let [living, allDied] = [works.length, () => {}];
	const deaths = new Promise<void>((resolve) => (allDied = resolve));
	const processes = works.map(async (_, nth) => {
		await world.time.sleep(numbers.between(0, 500));
		for (const life of [0, 1, 2]) {
			const isRetry = life > 0;
			if (life === 1 && --living === 0) allDied();
			if (isRetry && isTwice) await deaths;
			const first = isRetry && isTwice ? nth - (nth % 2) : nth;
			let dead = false;
			const isDead = () => dead;
			const { OnceRow, OnceStore } = world.start();
			const row = new OnceRow();
			const store = world.row.of(isDead);
			const executions = works[first].map(async (given, n) => {
				await world.time.sleep(numbers.between(0, 1000));
				const names = given.map((each) => `name ${each}`);
				const origin = `${first} ${n}`;
				const once = new OnceStore(store, row, names, { origin, isRetry });
				await world.execute(once, names, isDead, origin);
			});
			const end = Promise.allSettled(executions);
			const killed = world.time.sleep(numbers.between(1, 12 * slowness + 2500));
			await (kills ? Promise.race([end, killed]) : end);
			dead = kills;
		}
	});
	await world.time.passUntil(Promise.all(processes));
	// What was under way in the database has come to its end.
	await world.time.passUntil(world.time.sleep(60_000));
	const { OnceRow, OnceStore } = world.start();
	const sent = [...world.taken.keys()];
	const once = new OnceStore(world.store, new OnceRow(), sent, OTHER);
	const states = await world.time.passUntil(
		Promise.all(sent.map(async (name) => await once.claim(name))),
	);
	return {
		twice: [...world.taken].filter(([, times]) => times > 1).map(([name]) => name),
		wrong: world.wrong,
		lost: sent.filter((_, n) => states[n] === 'mine'),
		sent: sent.length,
		done: states.filter((state) => state === 'done').length,
		kind: `${slowness} ${failures} ${kills}`,
	};
}

it.each([
	['the store threw after it had removed a name that was given back', 2_517_000_101_475],
	['the store threw after it had written a token, and names came later', 2_517_000_200_183],
	['the same, of a name that another process wrote over', 2_517_000_500_306],
	['a third process wrote the row without a key that was sent', 2_517_002_200_518],
])('a key that was claimed by two processes once: %s', async (_, seed) => {
	expect(await play(seed)).toMatchObject({ twice: [], wrong: [], lost: [] });
});

it('keeps keys of several processes on a slow row without a lock, with kills: none twice, lost, or wrongly done', async () => {
	const all: Record<string, number[]> = {};
	for (let n = 0; n < draws(2000); n++) {
		const { sent, done, kind, ...breaches } = await play(SEED * 100_000 + n);
		expect({ n, ...breaches }).toEqual({ n, twice: [], wrong: [], lost: [] });
		all[kind] ??= [0, 0];
		all[kind][0] += sent;
		all[kind][1] += done;
	}
	// Where nobody is killed and the row is quick, next to nothing looks open.
	const [sent, done] = all['2 0 false'] ?? [1, 1];
	expect(done / sent).toBeGreaterThan(0.8);
}, 600_000);

it('two processes that are handed the same items at once, and stall at times while they use the row: no key twice', async () => {
	for (let n = 0; n < 10; n++) {
		const world = new World(new Numbers(SEED * 100_000 + n), 50, 0, 2);
		const processes = [0, 1].map(async (nth) => {
			const { OnceRow, OnceStore } = world.start();
			const row = new OnceRow();
			for (let first = 0; first < 300; first += 100) {
				await world.time.sleep(world.numbers.between(0, 200));
				const names = Array.from({ length: 100 }, (_, name) => `${first + name}`);
				const life = { origin: `${nth} ${first}`, isRetry: false };
				const once = new OnceStore(world.store, row, names, life);
				await world.execute(once, names, () => false);
			}
		});
		await world.time.passUntil(Promise.all(processes));
		const twice = [...world.taken].filter(([, times]) => times > 1).map(([name]) => name);
		expect({ n, twice }).toEqual({ n, twice: [] });
		expect(world.taken.size).toBeGreaterThan(200);
	}
});

describe('one process on a quick row', () => {
	const quick = () => {
		const world = new World(new Numbers(SEED), 2, 0);
		const { OnceRow, OnceStore } = world.start();
		const row = new OnceRow();
		const begin = (names: string[], life = OTHER, in_ = row) =>
			new OnceStore(world.store, in_, names, life);
		const during = async <T,>(work: () => Promise<T>) => await world.time.passUntil(work());
		/** Sends all, and says what the store said of each. */
		const send = async (names: string[], once = begin(names)) =>
			await during(async () => {
				const states = [];
				for (const name of names) {
					states.push(await once.claim(name));
					if (states.at(-1) === 'mine') once.accepted(name);
				}
				await once.finish();
				return states;
			});
		return { world, OnceRow, begin, during, send };
	};
	const names = (count: number, first = 0) =>
		Array.from({ length: count }, (_, n) => `${first + n}`);

	it('a clock that is set forward by an hour during a claim makes it wait for minutes at most', async () => {
		const { world, during } = quick();
		let ahead = 0;
		const { OnceRow, OnceStore } = world.start(() => ahead);
		const store: Store = {
			...world.store,
			async checkProcessedAndRecord(...given) {
				ahead ||= 3_600_000;
				return await world.store.checkProcessedAndRecord(...given);
			},
		};
		const once = new OnceStore(store, new OnceRow(), ['k'], OTHER);
		expect(await during(async () => await once.claim('k'))).toBe('mine');
		expect(world.time.now() - NOON).toBeLessThan(250_000);
	});

	it.each([
		['by both clocks', 2000, 0],
		['while the clock is set back', 2000, -3_600_000],
		['because the machine slept', 0, 2000],
	])('a look that took longer than the pause before it, %s, is made again', async (_, ms, step) => {
		const { world, during } = quick();
		let [looks, ahead] = [0, 0];
		const { OnceRow, OnceStore } = world.start(() => ahead);
		const store: Store = {
			...world.store,
			async checkProcessedAndRecord(...given) {
				const found = await world.store.checkProcessedAndRecord(...given);
				if (++looks === 2) {
					await world.time.sleep(ms);
					ahead += step;
				}
				return found;
			},
		};
		const once = new OnceStore(store, new OnceRow(), ['k'], OTHER);
		expect(await during(async () => await once.claim('k'))).toBe('mine');
		expect(looks).toBe(3);
	});

	it('gives a claim up that another process writes over each time', async () => {
		const { world, OnceRow, during } = quick();
		const store: Store = {
			...world.store,
			checkProcessedAndRecord: async (items) => ({ new: items, processed: [] }),
		};
		const once = new (world.start().OnceStore)(store, new OnceRow(), ['k'], OTHER);
		const claim = during(async () => await once.claim('k'));
		await expect(claim).rejects.toThrow('another process overwrites what was recorded');
	});

	it('takes three uses for a message, five for a hundred, two for one that was sent, none without keys', async () => {
		const { world, OnceRow, begin, send } = quick();
		const uses = async (keys: string[], row?: InstanceType<typeof OnceRow>) => {
			const before = world.row.uses;
			const states = await send(keys, begin(keys, OTHER, row));
			return [...states, world.row.uses - before];
		};
		expect(await uses(['k'])).toEqual(['mine', 3]);
		expect(await uses(['k'])).toEqual(['done', 1]);
		expect(await uses(['k'], new OnceRow())).toEqual(['done', 2]);
		expect(await uses([])).toEqual([0]);
		expect(world.row.row).toHaveLength(1);
		expect((await uses(names(100))).at(-1)).toBeLessThan(6);
	});

	it('remembers the newest 10,000 keys in a row under 300 KB', async () => {
		const { world, send } = quick();
		for (const first of [0, 4000, 8000]) await send(names(4000, first));
		// n8n keeps 24 characters of each entry, as JSON.
		expect(world.row.most * 27).toBeLessThan(300_000);
		expect(new Set(await send(names(10_000, 2000)))).toEqual(new Set(['done']));
	}, 60_000);

	it('adds the names of accepted messages again in the next turns, and no longer', async () => {
		const { world, send } = quick();
		for (const name of names(10)) await send([name]);
		const asked = jest.spyOn(world.store, 'checkProcessedAndRecord');
		await send(['last']);
		// Its name, its open mark, its token, and the names of three turns.
		expect(asked.mock.calls[0][0]).toHaveLength(6);
	});

	it('is as quick as ever after one slow write', async () => {
		const { world, send } = quick();
		const took = async (key: string) => {
			const before = world.time.now();
			await send([key]);
			return world.time.now() - before;
		};
		const usual = await took('a');
		expect(usual).toBeLessThan(400);
		world.row.stall = 2000;
		expect(await took('b')).toBeGreaterThan(2000);
		expect(await took('c')).toBeLessThan(usual + 20);
	});

	it.each([
		['with its open mark', ['a', 'a open']],
		['without it', []],
	])('puts right what another process wrote %s after the message was accepted', async (_, row) => {
		const { world, OnceRow, begin, send } = quick();
		await send(['a']);
		world.row.row = row;
		await send(['b']);
		expect(await send(['a'], begin(['a'], OTHER, new OnceRow()))).toEqual(['done']);
	});

	it('does not remove twice what it gave back, where the store threw after the first time: another process may have it', async () => {
		const { world, OnceRow, begin, during, send } = quick();
		const fails: boolean[] = [];
		const store = world.row.of(
			() => false,
			() => fails.shift() ?? false,
		);
		const once = new (world.start().OnceStore)(store, new OnceRow(), ['k'], OTHER);
		expect(await during(async () => await once.claim('k'))).toBe('mine');
		// It is removed, then the connection breaks, and is not there yet when the store is used again.
		fails.push(false, true, true);
		once.refused('k');
		const end = once.finish();
		await during(async () => await world.time.sleep(50));
		const other = () => begin(['k'], OTHER, new OnceRow());
		expect(await send(['k'], other())).toEqual(['mine']);
		await during(async () => await end);
		expect(await send(['k'], other())).toEqual(['done']);
	});

	it('gives a retry by hand what its execution had when n8n was killed, and nobody else', async () => {
		const { world, OnceRow, begin, during, send } = quick();
		const keys = ['a', 'b', 'c'];
		const killed = begin(keys, { origin: 'job', isRetry: false });
		await during(async () => await killed.claim('a'));
		killed.accepted('a');
		await during(async () => await world.time.sleep(1000));
		const restarted = (origin: string) => begin(keys, { origin, isRetry: true }, new OnceRow());
		expect(await send(keys, restarted('other'))).toEqual(['done', 'later', 'later']);
		const retry = restarted('job');
		expect(await during(async () => await retry.claim('b'))).toBe('mine');
		await during(async () => await world.time.sleep(1000));
		// Another retry at the same time.
		expect(await send(keys, restarted('job'))).toEqual(['done', 'later', 'later']);
		expect(await send(keys, retry)).toEqual(['done', 'later', 'mine']);
	});
});

it.each([
	[30, 10],
	[100, 40],
	[400, 40],
])('a crowd in two processes, a row of %i ms: each gets its own key', async (slowness, every) => {
	const world = new World(new Numbers(SEED), slowness, 0);
	const crowds = ['a', 'b'].map(async (process) => {
		const { OnceRow, OnceStore } = world.start();
		const row = new OnceRow();
		const executions = Array.from({ length: 250 }, async (_, n) => {
			await world.time.sleep(every * n);
			const name = `${process} ${n}`;
			const life = { origin: name, isRetry: false };
			const once = new OnceStore(world.store, row, [name], life);
			await world.execute(once, [name], () => false);
			return once;
		});
		return await Promise.allSettled(executions);
	});
	const ended = await world.time.passUntil(Promise.all(crowds));
	expect(ended.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
	expect([world.failed, world.unknown]).toEqual([[], 0]);
	// Each process leaves the row alone for a while after its turn, so that more executions share the next one.
	expect(world.row.uses).toBeLessThan(200);
	expect([...world.taken.values()].filter((times) => times > 1)).toEqual([]);
});
