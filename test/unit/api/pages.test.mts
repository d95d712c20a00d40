import fc from 'fast-check';
import { isRecord } from '../../../nodes/shared/api/wire';
import { readRows, type Listed } from '../../../nodes/shared/api/pages';
import type { Params } from '../../../nodes/shared/api/service';

/** What happens to the ids of a list, at a place. */
type Change = (ids: number[]) => void;

const add =
	(at: number): Change =>
	(ids) =>
		ids.splice(at, 0, Math.max(...ids) + 1);
const remove =
	(at: number): Change =>
	(ids) =>
		ids.splice(at, 1);
const move =
	(at: number, to: number): Change =>
	(ids) =>
		ids.splice(to, 0, ...ids.splice(at, 1));

interface Options {
	tellsTotal?: boolean;
	/** How many rows the service counts too few. */
	tooFew?: number;
	/** The service gives no larger pages, whatever it is asked for. */
	largestPage?: number;
	/** What happens to the list before each answer, in order of the answers. */
	changes?: Change[][];
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
	private readonly ids: number[];

	constructor(
		size: number,
		private readonly options: Options = {},
	) {
		this.ids = Array.from({ length: size }, (_, n) => n + 1);
	}

	async read(_method: string, params: { [key: string]: unknown }): Promise<unknown> {
		const pagination = isRecord(params.pagination) ? params.pagination : {};
		const [pageSize, page] = [Number(pagination.pageSize), Number(pagination.currentPage)];
		const { tellsTotal = true, tooFew = 0, changes = [], emptied = [] } = this.options;
		this.asked.push({ pageSize, page });
		this.atOnce.push(++this.underWay);
		await new Promise((resolve) => setImmediate(resolve));
		this.underWay--;
		const answer = this.answers++;
		for (const change of changes[answer] ?? []) change(this.ids);
		if (emptied.includes(answer)) return { items: [] };
		const given = Math.min(pageSize, this.options.largestPage ?? pageSize);
		const items = this.ids
			.slice(page * given, (page + 1) * given)
			.map((id) => ({ id, clickCnt: id }));
		return { items, totalItemCount: tellsTotal ? String(this.ids.length - tooFew) : undefined };
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

test('a count that is too low does not hide that a row came twice, and another one never', async () => {
	const world = new ListWorld(102, { tooFew: 1, changes: [[], [move(99, 100)]] });
	const ids = await rowsOf(world);
	expect(ids.toSorted((a, b) => a - b)).toEqual(numbers(1, 102));
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
	const { rows, hasMoved } = await readRows(
		{ read },
		{
			method: 'Message/List',
			params: { sort: { at: 'DESC' } },
			limit: 150,
			stillOrders: [{ id: 'ASC' }, { id: 'ASC' }],
			convert: ({ at }) => Number(at),
		},
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
			const { rows } = await readRows(
				{ read },
				{
					method: 'Link/List',
					params: { sort: { clickCnt: 'ASC' } },
					limit: 130,
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
	expect(rows).toEqual(expect.arrayContaining(numbers(1, 250).filter((id) => id !== 11)));
});

test('new rows on top cost no second reading', async () => {
	const world = new ListWorld(700, { changes: [[], [], [add(0)], [], [], [], [], [add(0)]] });
	expect(await rowsOf(world)).toEqual(numbers(1, 700));
	expect(world.asked.length).toBeLessThanOrEqual(8 + 2 * 5);
});
