import fc from 'fast-check';
import { isRecord } from '../../../nodes/shared/api/wire';
import { readRows, type Listed } from '../../../nodes/shared/api/pages';
import type { Params } from '../../../nodes/shared/api/service';

interface Change {
	kind: 'add' | 'remove' | 'move';
	/** Position of the row concerned, and where a moved one goes; beyond the end means the end. */
	at: number;
	to?: number;
}

const add = (at: number): Change => ({ kind: 'add', at });
const remove = (at: number): Change => ({ kind: 'remove', at });
const move = (at: number, to: number): Change => ({ kind: 'move', at, to });

interface Options {
	tellsTotal?: boolean;
	/** The service gives no larger pages, whatever it is asked for. */
	largestPage?: number;
	/** What happens to the list before each answer, in order of the answers. */
	changes?: Change[][];
	/** How many turns of the event loop the answers take, in order of the calls and from the first again. */
	pauses?: number[];
	/** Which answers show no rows. */
	emptied?: number[];
}

/** A list of the service in memory, ids 1 to `size`, that changes while it is read. */
class ListWorld {
	readonly asked: Array<{ pageSize: number; page: number }> = [];
	/** Calls under way when each call began, itself included. */
	readonly atOnce: number[] = [];
	private underWay = 0;
	private answers = 0;
	private lastId: number;
	private readonly ids: number[];
	private readonly there: Set<number>;

	constructor(
		size: number,
		private readonly options: Options = {},
	) {
		this.ids = Array.from({ length: size }, (_, n) => n + 1);
		this.there = new Set(this.ids);
		this.lastId = size;
	}

	/** The rows that no change took away. */
	thereThroughout(): number[] {
		return [...this.there];
	}

	async read(_method: string, params: { [key: string]: unknown }): Promise<unknown> {
		const pagination = isRecord(params.pagination) ? params.pagination : {};
		const [pageSize, page] = [Number(pagination.pageSize), Number(pagination.currentPage)];
		const { pauses = [1], tellsTotal = true, changes = [], emptied = [] } = this.options;
		const turns = pauses[this.asked.length % pauses.length];
		this.asked.push({ pageSize, page });
		this.atOnce.push(++this.underWay);
		for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
		this.underWay--;
		const answer = this.answers++;
		for (const change of changes[answer] ?? []) this.carryOut(change);
		if (emptied.includes(answer)) return { items: [] };
		const given = Math.min(pageSize, this.options.largestPage ?? pageSize);
		const items = this.ids
			.slice(page * given, (page + 1) * given)
			.map((id) => ({ id, clickCnt: id }));
		return { items, totalItemCount: tellsTotal ? String(this.ids.length) : undefined };
	}

	private carryOut({ kind, at, to = 0 }: Change): void {
		if (kind === 'add') {
			this.ids.splice(at, 0, ++this.lastId);
			return;
		}
		const [id] = this.ids.splice(Math.min(at, this.ids.length - 1), 1);
		if (id === undefined) return;
		// A row that came below the reader's back does not move: that would be two changes that hide each other.
		if (kind === 'move') this.ids.splice(this.there.has(id) ? to : at, 0, id);
		else this.there.delete(id);
	}
}

const listOf = async (world: ListWorld, limit = Infinity, criteria = {}): Promise<Listed<number>> =>
	await readRows(world, {
		method: 'Message/List',
		params: { criteria },
		limit,
		stillOrders: [{ clickCnt: 'ASC' }, { clickCnt: 'ASC' }],
		convert: (row) => Number(row.id),
	});

const rowsOf = async (world: ListWorld, limit?: number): Promise<number[]> =>
	(await listOf(world, limit)).rows;

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);

test.each([
	[0, Infinity, [0], 100],
	[100, Infinity, [0, 1], 100],
	[101, Infinity, [0, 1], 100],
	[730, Infinity, numbers(0, 7), 100],
	[730, 25, [0], 25],
	[730, 26, [0], 50],
	[730, 101, [0, 1], 100],
	[30, 5000, [0], 100],
])('%i rows, limit %d: pages %j of %i', async (size, limit, pages, pageSize) => {
	const world = new ListWorld(size);
	const ids = await rowsOf(world, limit);
	expect(ids).toEqual(numbers(1, Math.min(size, limit)));
	expect(world.asked).toEqual(pages.map((page) => ({ pageSize, page })));
});

test('pages are read side by side, at most 16, the first one alone', async () => {
	const world = new ListWorld(2000);
	await rowsOf(world);
	expect(Math.max(...world.atOnce)).toBe(16);
	expect(world.atOnce.slice(0, 6)).toEqual([1, 1, 2, 3, 4, 5]);
});

test.each([
	[140, Infinity, true, [0, 1, 2, 3, 4, 5]],
	[140, 60, true, [0, 1, 2]],
	[25, Infinity, true, [0]],
	// Without a total it is read until two readings agree, and an empty page is asked for twice.
	[60, Infinity, false, [0, 1, 2, 3, 3, 0, 1, 2, 3, 3]],
])('%i rows, limit %d, in pages of 25, total %p: pages %j', async (...given) => {
	const [size, limit, tellsTotal, pages] = given;
	const world = new ListWorld(size, { largestPage: 25, tellsTotal });
	expect(await rowsOf(world, limit)).toEqual(numbers(1, Math.min(size, limit)));
	expect(world.asked.map(({ page }) => page)).toEqual(pages);
});

test('rows that leave between two pages hide none of those up to the limit', async () => {
	const world = new ListWorld(154, { changes: [[], Array(5).fill(remove(0))] });
	expect(await rowsOf(world, 130)).toEqual(numbers(6, 135));
});

test('without a total, a last page that repeats a row of the first one is no proof of the end', async () => {
	const [down, up] = [[move(0, 100)], [move(100, 0)]];
	const changes = [[], up, down, up, down, up];
	const world = new ListWorld(101, { tellsTotal: false, changes });
	await expect(rowsOf(world)).rejects.toThrow('incomplete');
});

test('without a total, a page that is empty twice is no proof of the end where another reading saw rows', async () => {
	const changes = [[], [], [remove(150)]];
	const world = new ListWorld(250, { tellsTotal: false, changes, emptied: [6, 7] });
	await expect(rowsOf(world)).rejects.toThrow('incomplete');
});

test('without a total, a list that has become a page shorter is read once more', async () => {
	const world = new ListWorld(101, { tellsTotal: false, changes: [[], [], [remove(100)]] });
	expect(await rowsOf(world)).toEqual(numbers(1, 101));
});

test('a list whose first rows are others each time is shown up to the limit, not refused', async () => {
	const world = numbers(1, 300).map((id) => ({ id, at: id }));
	let last = 300;
	const read = async (_: string, { pagination }: Params) => {
		const { pageSize, currentPage } = Object(pagination);
		// Before each answer the oldest row changes.
		world.reduce((a, b) => (a.at < b.at ? a : b)).at = ++last;
		world.sort((a, b) => b.at - a.at);
		const items = world.slice(pageSize * currentPage, pageSize * (currentPage + 1));
		return { items: items.map((row) => ({ ...row })), totalItemCount: 300 };
	};
	const listing = { method: 'Message/List', params: { sort: { at: 'DESC' } }, limit: 150 };
	const { rows, hasMoved } = await readRows(
		{ read },
		{ ...listing, stillOrders: [{ id: 'ASC' }, { id: 'ASC' }], convert: ({ at }) => Number(at) },
	);
	expect(hasMoved).toBe(true);
	expect(rows).toHaveLength(150);
	expect(rows).toEqual(rows.toSorted((a, b) => b - a));
});

const shuffledTies = fc.array(fc.array(fc.nat(), { minLength: 120, maxLength: 120 }), {
	minLength: 20,
	maxLength: 20,
});

test('rows that are sorted alike, in another order in each answer, are all found up to the limit', async () => {
	await fc.assert(
		fc.asyncProperty(shuffledTies, async (ranks) => {
			let answers = 0;
			const read = async (_: string, { pagination, sort }: Params) => {
				const { pageSize, currentPage } = Object(pagination);
				const rank = Object(sort).id ? [] : ranks[answers++];
				const page = numbers(1, 160).sort(
					(a, b) => (rank[a - 1] ?? a * 1e10) - (rank[b - 1] ?? b * 1e10),
				);
				const items = page.slice(pageSize * currentPage, pageSize * (currentPage + 1));
				return {
					items: items.map((id) => ({ id, clickCnt: Math.max(id, 120) })),
					totalItemCount: 160,
				};
			};
			const listing = { method: 'Link/List', params: { sort: { clickCnt: 'ASC' } }, limit: 130 };
			const { rows } = await readRows(
				{ read },
				{
					...listing,
					stillOrders: [{ id: 'ASC' }, { id: 'ASC' }],
					convert: ({ id }) => Number(id),
				},
			);
			expect(rows.toSorted((a, b) => a - b)).toEqual(numbers(1, 130));
		}),
		{ numRuns: 40, seed: 20261126 },
	);
});

test('a row that leaves a status hides no other, also where more come behind it', async () => {
	const world = new ListWorld(250, { changes: [[], [remove(10), add(249), add(249)]] });
	const { rows, hasMoved } = await listOf(world, Infinity, { status: 'ACCEPTD' });
	expect(hasMoved).toBe(true);
	expect(rows).toEqual(expect.arrayContaining(world.thereThroughout()));
});

test('new rows on top cost no second reading', async () => {
	const world = new ListWorld(700, { changes: [[], [], [add(0)], [], [], [], [], [add(0)]] });
	expect(await rowsOf(world)).toEqual(numbers(1, 700));
	expect(world.asked.length).toBeLessThanOrEqual(8 + 2 * 5);
});

const position = fc.nat(600);
const [added, removed] = [position.map(add), position.map(remove)];
const moved = fc.tuple(position, position).map(([at, to]) => move(at, to));
const spaced = fc.tuple(fc.oneof(added, removed, moved), fc.integer({ min: 6, max: 9 }));
const calm = (answers: number): Change[][] => Array.from({ length: answers }, () => []);

/**
 * What happens before each answer: changes of all kinds, but one while a handful of pages is under way,
 * since two could make up for each other; or changes of one kind at any time, several at once too.
 */
const history: fc.Arbitrary<Change[][]> = fc.oneof(
	fc
		.tuple(fc.nat(8), fc.array(spaced, { maxLength: 4 }))
		.map(([start, all]) => [...calm(start), ...all.flatMap(([one, gap]) => [[one], ...calm(gap)])]),
	fc
		.constantFrom(added, removed)
		.map((one) => fc.oneof(fc.constant<Change[]>([]), fc.array(one, { maxLength: 10 })))
		.chain((changes) => fc.array(changes, { maxLength: 8 })),
);

/** One change before each of these answers. */
const changesAt = (changes: Record<number, Change>): Change[][] =>
	numbers(0, 30).map((answer) => [changes[answer] ?? []].flat());

/** A row is missed by two readings, each time because another one moved or went. */
const missedTwice: Array<[number, Change[][], number[]]> = [
	[501, changesAt({ 4: move(586, 442), 11: remove(328), 19: remove(536) }), [0, 0, 0, 1, 1, 0, 0]],
	[500, changesAt({ 2: remove(45), 9: move(398, 2), 18: move(81, 89) }), [0, 0, 0, 1]],
];

const delays = fc.array(fc.nat(3), { minLength: 1, maxLength: 20 });

test('nothing that is there throughout is missing, and nothing comes twice', async () => {
	const seen = { runs: 0, changes: 0, again: 0 };
	await fc.assert(
		fc.asyncProperty(fc.nat(600), history, delays, async (size, changes, pauses) => {
			const world = new ListWorld(size, { changes, pauses });
			const ids = await rowsOf(world);
			expect(new Set(ids).size).toBe(ids.length);
			const missing = world.thereThroughout().filter((id) => !ids.includes(id));
			expect(missing).toEqual([]);
			seen.runs++;
			seen.changes += changes.flat().length;
			if (world.asked.length > Math.ceil(size / 100)) seen.again++;
		}),
		{ numRuns: 700, seed: 20260310, examples: missedTwice },
	);
	// The property says something only when lists did change, and were read again for it.
	expect(seen.runs).toBe(700);
	expect(seen.changes).toBeGreaterThan(700);
	expect(seen.again).toBeGreaterThan(70);
});
