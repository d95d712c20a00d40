import fc from 'fast-check';
import { readRows } from '../../../nodes/shared/api/pages';
import type { Params } from '../../../nodes/shared/api/service';

/** What happens to the ids of a list, at a place. */
type Change = (ids: number[]) => void;

const add = (at: number): Change => {
	return (ids) => ids.splice(at, 0, Math.max(...ids) + 1);
};
const remove = (at: number): Change => {
	return (ids) => ids.splice(at, 1);
};
const move = (at: number, to: number): Change => {
	return (ids) => ids.splice(to, 0, ...ids.splice(at, 1));
};

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

const numbers = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, n) => from + n);

/** A list of the service in memory, ids 1 to `size`, that changes while it is read. */
function listWorld(size: number, options: Options = {}) {
	const { tellsTotal = true, tooFew = 0, largestPage = 100, changes = [], emptied = [] } = options;
	const ids = numbers(1, size);
	const asked: Array<{ pageSize: number; page: number }> = [];
	/** Calls under way when each call began, itself included. */
	const atOnce: number[] = [];
	let [underWay, answers] = [0, 0];
	const read = async (_method: string, { pagination }: Params): Promise<unknown> => {
		const { pageSize, currentPage: page } = Object(pagination);
		asked.push({ pageSize, page });
		atOnce.push(++underWay);
		await new Promise((resolve) => setImmediate(resolve));
		underWay--;
		const answer = answers++;
		for (const change of changes[answer] ?? []) change(ids);
		if (emptied.includes(answer)) return { items: [] };
		const given = Math.min(pageSize, largestPage);
		const items = ids.slice(page * given, (page + 1) * given).map((id) => ({ id, clickCnt: id }));
		return { items, totalItemCount: tellsTotal ? String(ids.length - tooFew) : undefined };
	};
	return { asked, atOnce, read };
}
type List = Pick<ReturnType<typeof listWorld>, 'read'>;

const listOf = async (list: List, limit = Infinity, params: Params = {}, by = 'clickCnt') =>
	await readRows(list, {
		...{ method: 'Message/List', params, limit, stillOrders: [{ [by]: 'ASC' }, { [by]: 'ASC' }] },
		convert: ({ id, at = id }) => Number(at),
	});

const rowsOf = async (list: List, limit?: number) => (await listOf(list, limit)).rows;

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
	const world = listWorld(size);
	const ids = await rowsOf(world, limit);
	expect(ids).toEqual(numbers(1, Math.min(size, limit)));
	expect(world.asked).toEqual(pages.map((page) => ({ pageSize, page })));
});

test('pages are read side by side, at most 16, the first one alone', async () => {
	const world = listWorld(2000);
	await rowsOf(world);
	expect(Math.max(...world.atOnce)).toBe(16);
	expect(world.atOnce.slice(0, 6)).toEqual([1, 1, 2, 3, 4, 5]);
});

// Jest fails also where a page that is not waited for yet fails without anybody to notice: that would end n8n.
test('of pages that fail side by side, the first one is thrown', async () => {
	const { read } = listWorld(2000);
	const failing = async (method: string, params: Params) => {
		const { currentPage } = Object(params.pagination);
		if (currentPage > 2) throw new Error(`no page ${currentPage}`);
		return await read(method, params);
	};
	await expect(rowsOf({ read: failing })).rejects.toThrow('no page 3');
});

test.each([
	[140, Infinity, true, [0, 1, 2, 3, 4, 5]],
	[140, 60, true, [0, 1, 2]],
	[25, Infinity, true, [0]],
	// Without a total it is read until two readings agree, and an empty page is asked for twice.
	[60, Infinity, false, [0, 1, 2, 3, 3, 0, 1, 2, 3, 3]],
])('%i rows, limit %d, pages of 25, total %p: pages %j', async (size, limit, tellsTotal, pages) => {
	const world = listWorld(size, { largestPage: 25, tellsTotal });
	expect(await rowsOf(world, limit)).toEqual(numbers(1, Math.min(size, limit)));
	expect(world.asked.map(({ page }) => page)).toEqual(pages);
});

test('rows that leave between two pages hide none of those up to the limit', async () => {
	const world = listWorld(154, { changes: [[], Array(5).fill(remove(0))] });
	expect(await rowsOf(world, 130)).toEqual(numbers(6, 135));
});

test.each([101, 102])(
	'a count that is too low does not hide that a row came twice, and another one never: of %i',
	async (size) => {
		const world = listWorld(size, { tooFew: 1, changes: [[], [move(99, 100)]] });
		const ids = await rowsOf(world);
		expect(ids.toSorted((a, b) => a - b)).toEqual(numbers(1, size));
	},
);

test('without a total, a last page that repeats a row of the first one is no proof of the end', async () => {
	const [down, up] = [[move(0, 100)], [move(100, 0)]];
	const changes = [[], up, down, up, down, up];
	const world = listWorld(101, { tellsTotal: false, changes });
	await expect(rowsOf(world)).rejects.toThrow('incomplete');
});

test('of a list that is read to a limit, it is not said that there are no more rows than were read', async () => {
	const [down, up] = [[move(99, 100)], [move(100, 99)]];
	const world = listWorld(300, { changes: [[], down, up, down] });
	const fault = await rowsOf(world, 150).catch((error: unknown) => error);
	expect(fault).toMatchObject({ kind: 'incomplete', detail: '' });
});

test('without a total, a page that is empty twice is no proof of the end where another reading saw rows', async () => {
	const changes = [[], [], [remove(150)]];
	const world = listWorld(250, { tellsTotal: false, changes, emptied: [6, 7] });
	await expect(rowsOf(world)).rejects.toThrow('incomplete');
});

test('without a total, a list that has become a page shorter is read once more', async () => {
	const world = listWorld(101, { tellsTotal: false, changes: [[], [], [remove(100)]] });
	expect(await rowsOf(world)).toEqual(numbers(1, 101));
});

test('a list whose first rows are others each time is shown up to the limit, not refused', async () => {
	const all = numbers(1, 300).map((id) => ({ id, at: id }));
	let last = 300;
	const read = async (_: string, { pagination }: Params) => {
		const { pageSize, currentPage } = Object(pagination);
		// Before each answer the oldest row changes.
		all.reduce((a, b) => (a.at < b.at ? a : b)).at = ++last;
		all.sort((a, b) => b.at - a.at);
		const items = all.slice(pageSize * currentPage, pageSize * (currentPage + 1));
		return { items: items.map((row) => ({ ...row })), totalItemCount: 300 };
	};
	const { rows, hasMoved } = await listOf({ read }, 150, { sort: { at: 'DESC' } }, 'id');
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
				const rows = items.map((id) => ({ id, clickCnt: Math.max(id, 120) }));
				return { items: rows, totalItemCount: 160 };
			};
			const { rows } = await listOf({ read }, 130, { sort: { clickCnt: 'ASC' } }, 'id');
			expect(rows.toSorted((a, b) => a - b)).toEqual(numbers(1, 130));
		}),
		{ numRuns: 40, seed: 20261126 },
	);
});

test('a row that leaves a status hides no other, also where more come behind it', async () => {
	const world = listWorld(250, { changes: [[], [remove(10), add(249), add(249)]] });
	const { rows, hasMoved } = await listOf(world, Infinity, { criteria: { status: 'ACCEPTD' } });
	expect(hasMoved).toBe(true);
	expect(rows).toEqual(expect.arrayContaining(numbers(1, 250).filter((id) => id !== 11)));
});

test('a list in which a row comes and goes in each reading is not refused', async () => {
	const changes = numbers(0, 8).map((n) => [[], [add(250)], [remove(250)]][n % 3]);
	const { rows, hasMoved } = await listOf(listWorld(250, { changes }));
	expect([rows, hasMoved]).toEqual([numbers(1, 250), true]);
});

test('new rows on top cost no second reading', async () => {
	const world = listWorld(700, { changes: [[], [], [add(0)], [], [], [], [], [add(0)]] });
	expect(await rowsOf(world)).toEqual(numbers(1, 700));
	expect(world.asked.length).toBeLessThanOrEqual(8 + 2 * 5);
});
