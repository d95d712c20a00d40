import type { Freedoms } from '../service/index.mts';
import { links as account } from '../trigger/lib/account.mts';

// What the service is free to do must neither lose nor repeat an event, nor make one up.
const mine = account();
const free = (freedoms: Partial<Freedoms>) => Object.assign(mine.service.freedoms, freedoms);
const ODD = ['empty', 'noItems', 'queued'] as const;

it.each(ODD)(
	'first answers that are odd (%s), with a total of 0, are no account without links',
	async (oddReadsAre) => {
		const link = mine.add({ clicks: [1, 2, 3] });
		free({ oddReads: 1, oddReadsAre, totalOff: -1 });
		const host = await mine.host();
		expect(await host.activate().catch(() => [])).toEqual([]);
		free({ oddReads: 0 });
		expect(await host.items()).toEqual([]);
		mine.click(link);
		expect(await host.items()).toMatchObject([{ newClicks: 1 }]);
	},
);

it('a page past the end that shows the last one again ends the reading', async () => {
	free({ pastEnd: 'lastPage' });
	const links = mine.addMany(100, () => ({ clicks: [1] }));
	const { items } = await mine.watching();
	expect(mine.asked()).toHaveLength(4);
	for (const link of links) mine.click(link);
	expect(await items()).toHaveLength(100);
	expect(mine.asked()).toHaveLength(2);
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

it('links with as many clicks are all old, in whatever order the service shows them', async () => {
	free({ tiesShuffled: true });
	mine.addMany(180, () => ({ clicks: [1, 2] }));
	for (let triggers = 0; triggers < 6; triggers++) {
		const { items } = await mine.watching();
		for (let polls = 0; polls < 2; polls++) expect(await items()).toEqual([]);
	}
});
