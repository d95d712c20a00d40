import type { Freedoms } from '../service/index.mts';
import { links as account } from '../trigger/lib/account.mts';

// What the service is free to do must neither lose nor repeat an event, nor make one up.
const mine = account();
const free = (freedoms: Partial<Freedoms>) => Object.assign(mine.service.freedoms, freedoms);
const ODD = ['empty', 'noItems', 'queued'] as const;

it.each<Partial<Freedoms>>([
	{ listForm: 'itemsKeyed' },
	{ listForm: 'bare' },
	{ listForm: 'keyed' },
	{ totalForm: 'absent' },
	{ totalForm: 'number' },
	{ totalOff: 2 },
	{ totalOff: -1 },
	{ totalAlternatesBy: 1 },
	{ tiesShuffled: true },
	{ severalSorts: 'refused' },
	{ softDeletion: 'listed' },
])('%j: every growth once', async (freedom) => {
	free(freedom);
	const links = mine.addMany(150, () => ({ clicks: [1] }));
	const { items } = await mine.watching();
	for (const link of links) mine.click(link);
	// Links with as many clicks may change places between the pages: each poll misses others.
	const emitted: unknown[] = [];
	for (let polls = 0; polls < (freedom.tiesShuffled ? 20 : 2); polls++)
		emitted.push(...(await items()).map(({ eventId }) => eventId));
	expect(emitted.sort()).toEqual(links.map(({ id }) => `${id}:2`).sort());
});

it.each(ODD)('odd answers now and then (%s): nothing is lost or made up', async (oddReadsAre) => {
	const links = mine.addMany(150, () => ({ clicks: [1] }));
	const { items } = await mine.watching();
	const emitted: unknown[] = [];
	const take = async () => {
		const events = await items().catch(() => []);
		emitted.push(...events.map(({ id, newClicks }) => ({ id, newClicks })));
	};
	free({ oddReads: 0.5, oddReadsAre });
	for (const link of links.slice(0, 20)) {
		mine.click(link);
		await take();
	}
	free({ oddReads: 0 });
	await take();
	expect(emitted).toEqual(links.slice(0, 20).map(({ id }) => ({ id: Number(id), newClicks: 1 })));
});

it.each(ODD)('a first answer that is odd (%s) is no account without links', async (oddReadsAre) => {
	mine.add({ clicks: [1, 2, 3] });
	free({ oddReads: 1, oddReadsAre });
	const host = await mine.host();
	expect(await host.activate().catch(() => [])).toEqual([]);
	free({ oddReads: 0 });
	expect(await host.items()).toEqual([]);
});

it('links that were deleted are left out, and clicks that fall back are no news', async () => {
	free({ softDeletion: 'listed' });
	const [deleted, link] = [mine.add(), mine.add({ clicks: [1, 2, 3] })];
	const { items } = await mine.watching();
	mine.click(deleted);
	mine.service.store.links.remove(deleted.id, 0);
	for (const clicks of [[1], [1, 2, 3]]) {
		mine.change(link, { clicks });
		expect(await items()).toEqual([]);
	}
	mine.click(link);
	expect(await items()).toMatchObject([{ previousClickCnt: 3, newClicks: 1 }]);
});

it.each([
	...[{ clickCnt: null }, { clickCnt: 'many' }, {}],
	...[{ clickCnt: 2.5 }, { clickCnt: '9007199254740993' }],
])('a link whose clicks are %j keeps what is known of it', async (broken) => {
	const link = mine.add({ clicks: [1] });
	const { items } = await mine.watching();
	const data = { items: [{ id: link.id, code: link.code, ...broken }], totalItemCount: '1' };
	mine.service.faults.add({ kind: { code: 0, data } });
	expect(await items()).toEqual([]);
	mine.click(link);
	expect(await items()).toMatchObject([{ previousClickCnt: 1, newClicks: 1 }]);
});

it.each(['x1', '1x', ''])('a link with the id "%s" is no link', async (id) => {
	const { items } = await mine.watching();
	const data = { items: [{ id, clickCnt: 1 }], totalItemCount: 1 };
	mine.service.faults.add({ kind: { code: 0, data } });
	await expect(items()).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
});

it('a link that moves past the reader costs its own event only, and the next poll has it', async () => {
	const links = mine.addMany(250, (i) => ({ clicks: Array<number>(250 - i).fill(1) }));
	const happens: Array<() => void> = [];
	const host = await mine.host({}, { beforeCall: async () => happens.shift()?.() });
	await host.activate();
	for (const link of links) mine.click(link);
	happens.push(
		() => undefined,
		() => mine.click(links[150], 200),
	);
	expect(await host.items()).toHaveLength(249);
	expect(await host.items()).toMatchObject([{ id: Number(links[150].id), newClicks: 201 }]);
});

it('a link whose clicks are never told: its block comes all the same, without figures', async () => {
	const { id, code } = mine.add();
	const answer = (moderatorStatus: string): void => {
		const data = { items: [{ id, code, moderatorStatus }], totalItemCount: '1' };
		mine.service.faults.add({ kind: { code: 0, data } });
	};
	const host = await mine.host({ triggerOn: 'blocked' });
	answer('1');
	expect(await host.activate()).toEqual([]);
	answer('0');
	expect(await host.items()).toMatchObject([
		{ clickCnt: null, previousClickCnt: null, newClicks: null, eventId: `${id}:blocked` },
	]);
	host.restart();
	answer('0');
	expect(await host.items()).toEqual([]);
});
