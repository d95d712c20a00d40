import type { Freedoms } from '../index.mts';
import { oneByOne, useService } from './harness.mts';

const api = useService();
const PAGE = { pagination: { pageSize: 100 } };

/** 60 messages, of which 1, 2, 3 ... have a recipient in common, and 60 links without clicks. */
beforeEach(() => {
	for (let n = 0; n < 60; n++) {
		const group = Math.floor(Math.sqrt(2 * n));
		api.store.addMessage({ to: String(77010000000 + group) });
		api.store.addLink();
	}
});

it.each<[Partial<Freedoms>, method: string, key: string, order: string]>([
	[{ tiesShuffled: true }, 'Message/List', 'to', 'ASC'],
	[{ tiesShuffled: true }, 'Message/List', 'to', 'DESC'],
	[{ tiesShuffled: true }, 'Link/List', 'clickCnt', 'ASC'],
	[{ unsortedOrder: 'any' }, 'Message/List', '', ''],
	[{ unsortedOrder: 'any' }, 'Link/List', '', ''],
])('F8: %j, %s: another order each time, by %s %s', async (freedoms, method, key, order) => {
	const params = { ...PAGE, ...(key && { sort: { [key]: order } }) };
	const column = (field: string) => api.column(method, field, params);
	const [calm, keys] = [await column('id'), await column(key)];
	api.service.setFreedoms(freedoms);
	const [first, second] = [await column('id'), await column('id')];
	expect(new Set(first)).toEqual(new Set(calm));
	expect(first).not.toEqual(second);
	expect(await column(key)).toEqual(keys);
	// What nothing ties stays as it is.
	if (key) expect(await api.column(method, 'id', PAGE)).toEqual([...calm].sort().reverse());
});

it.each(['Message/GetSMSStatus', 'Link/GetLinks'])(
	'F8: %s in another order each time',
	async (method) => {
		const { store } = api;
		for (const link of [...store.links.all()])
			store.links.update(link, { campaignId: '70000000001' });
		const ids = [...store.messages.all()].map(({ id }) => id);
		const params = method.startsWith('L') ? { campaignId: '70000000001' } : { ids };
		const ask = async () => JSON.stringify(await api.data(method, params));
		expect(await ask()).toBe(await ask());
		api.service.setFreedoms({ unsortedOrder: 'any' });
		expect(await ask()).not.toBe(await ask());
	},
);

it.each([
	['Message/List', {}],
	['Message/List', { statusUpdateTsFrom: '2026-03-10 12:00:00' }],
	['Link/List', {}],
])('F8: %s with %j, unsorted, shows the oldest first', async (method, criteria) => {
	const ids = () => api.column(method, 'id', { ...PAGE, criteria });
	const newest = await ids();
	api.service.setFreedoms({ unsortedOrder: 'oldestFirst' });
	expect(await ids()).toEqual([...newest].reverse());
});

it('F28: a message that changes is one that was sent, with all that other switches make of that', async () => {
	for (let n = 0; n < 60; n++) await api.send();
	api.service.setFreedoms({ rowsMove: 60, aheadShare: 1, aheadBy: 3_600_000 });
	const { items } = await api.list('Message/List', { ...PAGE, criteria: { status: 'DELIVRD' } });
	const changed = items.filter(({ statusUpdateTs }) => statusUpdateTs === '2026-03-10 13:00:00');
	expect(changed.length).toBeGreaterThan(5);
	for (const { startSendTs } of changed) expect(startSendTs).toBe('2026-03-10 12:00:00');
});

describe.each(['Message/List', 'Link/List'])('%s', (method) => {
	/** By their age, the oldest being 0. */
	const known = new Map<unknown, number>();
	beforeEach(async () => {
		const ids = await api.column(method, 'id', PAGE);
		known.clear();
		ids.reverse().forEach((id, age) => known.set(id, age));
	});
	/** The ages of the first and the last row of a page, and how many the list counts. */
	const shown = async (currentPage: number) => {
		const { items, totalItemCount } = await api.list(method, { pagination: { currentPage } });
		const [first, last] = [items.at(0), items.at(-1)].map((row) => known.get(row?.id) ?? 'none');
		return `${first} to ${last} of ${totalItemCount}`;
	};
	const NONE = 'none to none of 60';

	it.each<[Partial<Freedoms>, pages: number[], expected: string[]]>([
		[{}, [0, 2, 3], ['59 to 35 of 60', '9 to 0 of 60', NONE]],
		[{ pastEnd: 'lastPage' }, [0, 3, 9], ['59 to 35 of 60', '9 to 0 of 60', '9 to 0 of 60']],
		[{ listShows: 30 }, [0, 1, 2], ['59 to 35 of 60', '34 to 30 of 60', NONE]],
		[{ listShows: 0 }, [0], [NONE]],
		[{ oldestLeave: 5 }, [0, 1, 1], ['59 to 35 of 55', '34 to 10 of 50', '34 to 15 of 45']],
	])('F25, F26, F27: with %j pages %j are %j', async (freedoms, pages, expected) => {
		api.service.setFreedoms(freedoms);
		expect(await oneByOne(pages, shown)).toEqual(expected);
	});

	it('F28: rows come, change and leave, before each answer', async () => {
		const data = JSON.stringify(await api.list(method));
		api.service.setFreedoms({ rowsMove: 3 });
		await oneByOne([0, 1, 2, 3, 4], shown);
		api.service.setFreedoms();
		const after = await api.column(method, 'id', PAGE);
		const stayed = after.filter((id) => known.has(id)).length;
		const [left, come] = [60 - stayed, after.length - stayed];
		expect(left).toBeGreaterThan(0);
		expect(come).toBeGreaterThan(0);
		expect(left + come).toBeLessThan(15);
		expect(JSON.stringify(await api.list(method))).not.toBe(data);
	});
});
