import type { CallRecord } from '../service/index.mts';
import { links as account } from '../trigger/lib/account.mts';

const mine = account();

describe('an event', () => {
	it('is the simplified link and what the trigger knows', async () => {
		const link = mine.add({ comment: 'spring', clicks: [1, 2] });
		const { items } = await mine.watching();
		mine.click(link, 3);
		expect(await items()).toEqual([
			{
				...{ id: Number(link.id), code: link.code, fullLink: 'https://example.com/' },
				...{ shortLink: mine.service.store.shortLink(link.code), comment: 'spring' },
				...{ status: 1, moderatorStatus: 1, createTs: '2026-03-10 12:00:00', expirationDate: null },
				...{ clickCnt: 5, previousClickCnt: 2, newClicks: 3, eventId: `${link.id}:5` },
			},
		]);
		expect(await items()).toEqual([]);
	});

	it('is none of a link to a page that waits for an answer', async () => {
		const fullLink = 'https://n8n.example.com/webhook-waiting/231/abc?signature=0123456789abcdef';
		const { items } = await mine.watching();
		mine.click(mine.add({ fullLink }), 2);
		expect(await items()).toEqual([]);
	});
});

/** Clicks of one link until each poll, and the names of the events that come. */
it.each([
	['newClicks', {}, ['1', '3', '12']],
	['firstClick', {}, ['first']],
	['threshold', { threshold: 3 }, ['threshold:3']],
	['threshold', { threshold: 10 }, ['threshold:10']],
	['threshold', { threshold: '11' }, ['threshold:11']],
	['threshold', { threshold: 13 }, []],
	['blocked', {}, []],
])('Trigger On: %s %j', async (triggerOn, more, expected) => {
	const link = mine.add();
	const { items } = await mine.watching({ triggerOn, ...more });
	const names: string[] = [];
	for (const clicks of [0, 1, 2, 0, 9]) {
		mine.click(link, clicks);
		names.push(...(await items()).map(({ eventId }) => String(eventId)));
	}
	expect(names).toEqual(expected.map((name) => `${link.id}:${name}`));
});

it('where the first response is empty by mistake, the links that it hides are old all the same', async () => {
	mine.add({ clicks: [1] });
	mine.service.faults.add({ kind: { code: 0, data: { items: [], totalItemCount: 0 } } });
	const { items } = await mine.watching();
	expect(await items()).toEqual([]);
});

it('the next poll goes on with the page that one could not read', async () => {
	const all = mine.addMany(150);
	const { items } = await mine.watching();
	for (const link of all) mine.click(link);
	const when = ({ rawBody }: CallRecord) => rawBody.endsWith('=1');
	mine.service.faults.add({ when, kind: { code: 8 } });
	expect(await items()).toHaveLength(100);
	mine.asked();
	expect(await items()).toHaveLength(50);
	expect(mine.asked()).toHaveLength(1);
});

it('a test by hand of Blocked says that no link is blocked, not that there is none', async () => {
	const link = mine.add();
	const { items } = await mine.host({ triggerOn: 'blocked' });
	await expect(items('manual')).rejects.toThrow('No link that matches has such an event');
	mine.change(link, { moderatorStatus: 0 });
	expect(await items('manual')).toMatchObject([{ eventId: `${link.id}:blocked` }]);
});

it('filters are left to the service, by its names', async () => {
	const filters = { query: ' spring ', status: 1, createTsFrom: '2026-02-28T20:00:00Z' };
	const { items } = await mine.watching({ filters });
	const wanted = mine.add({ comment: 'Spring sale' });
	for (const row of [{ status: 0 }, { comment: 'summer' }, { createTs: 0 }]) {
		mine.click(mine.add({ comment: 'spring', ...row }));
	}
	mine.click(wanted);
	mine.asked();
	expect(await items()).toMatchObject([{ id: Number(wanted.id) }]);
	expect(mine.asked()).toEqual([
		{
			criteria: { query: 'spring', status: '1', createTsFrom: '2026-03-01' },
			sort: { clickCnt: 'DESC' },
			pagination: { pageSize: '100', currentPage: '0' },
		},
	]);
});

describe('what changes while the workflow is off', () => {
	const atClicks = (threshold: number) => ({ triggerOn: 'threshold', threshold });
	const since = (createTsFrom: string) => ({ filters: { createTsFrom } });

	it.each([
		['Trigger On', { triggerOn: 'firstClick' }, { triggerOn: 'newClicks' }],
		['the number of clicks', atClicks(9), atClicks(2)],
		['a filter', { filters: { query: 'x' } }, {}],
		['an earlier first day', since('2026-03-02'), since('2026-03-01')],
		['no first day any more', since('2026-03-02'), { filters: {} }],
	])('%s: begins anew, and emits nothing old', async (_what, before, after) => {
		const host = await mine.watching(before);
		const link = mine.add({ comment: 'x', createTs: Date.UTC(2026, 2, 1, 12) });
		mine.click(link, 3);
		host.restart(after);
		expect(await host.items()).toEqual([]);
		host.restart({ ...after, triggerOn: 'newClicks' });
		await host.activate();
		mine.click(link);
		expect(await host.items()).toMatchObject([{ previousClickCnt: 3 }]);
	});

	it('a first day that moves on with the calendar: goes on; back again: begins anew', async () => {
		const link = mine.add();
		const host = await mine.watching(since('2026-03-01'));
		host.restart(since('2026-03-05'));
		mine.click(link);
		expect(await host.items()).toMatchObject([{ newClicks: 1 }]);
		mine.click(mine.add({ createTs: Date.UTC(2026, 2, 3) }));
		host.restart(since('2026-03-02'));
		expect(await host.items()).toEqual([]);
	});
});

it('a test by hand shows the latest links that fit, oldest first, and leaves the state alone', async () => {
	const { items, snapshot } = await mine.watching({ triggerOn: 'firstClick' });
	const links = Array.from({ length: 15 }, (_, i) => mine.add({ clicks: i === 9 ? [] : [1] }));
	const shown = await items('manual');
	const expected = links.filter((_, i) => i !== 9).slice(-10);
	expect(shown.map(({ id }) => String(id))).toEqual(expected.map(({ id }) => id));
	expect(shown[0]).toMatchObject({ clickCnt: 1, previousClickCnt: null, newClicks: null });
	expect(Object.keys(shown[0])).toEqual(Object.keys((await items())[0]));
	expect(snapshot()).not.toContain(links[14].id);
});

it.each(['many', 2.5, '9007199254740993'])('clicks of %j are not believed', async (clickCnt) => {
	const link = mine.add({ clicks: [1] });
	const { items } = await mine.watching();
	const data = { items: [{ id: link.id, code: link.code, clickCnt }], totalItemCount: '1' };
	mine.service.faults.add({ kind: { code: 0, data } });
	expect(await items()).toEqual([]);
	mine.click(link);
	expect(await items()).toMatchObject([{ previousClickCnt: 1, newClicks: 1 }]);
});

it.each(['', 'x1', '1x', null])('an answer with the id %j is no answer', async (id) => {
	const { items } = await mine.watching();
	mine.service.faults.add({
		times: Infinity,
		kind: { code: 0, data: { items: [{ id, clickCnt: 2 }] } },
	});
	await expect(items()).rejects.toThrow('The response is not what this service sends');
});

it('clicks that an older copy of the row shows again are no event', async () => {
	const link = mine.add();
	const { items } = await mine.watching();
	mine.click(link, 3);
	expect(await items()).toHaveLength(1);
	const data = { items: [{ id: link.id, code: link.code, clickCnt: 1 }], totalItemCount: '1' };
	mine.service.faults.add({ kind: { code: 0, data } });
	for (let polls = 0; polls < 2; polls++) expect(await items()).toEqual([]);
});

it('links with as many clicks are all old, in whatever order the service shows them', async () => {
	mine.service.setFreedoms({ tiesShuffled: true });
	mine.addMany(180, () => ({ clicks: [1, 2] }));
	for (let triggers = 0; triggers < 6; triggers++) {
		const { items } = await mine.watching();
		for (let polls = 0; polls < 2; polls++) expect(await items()).toEqual([]);
	}
});

it('a page that only repeats links of the page before hides one: it begins with that, too', async () => {
	const [hidden, twice] = mine.addMany(101, (i) => ({ clicks: Array(i === 0 ? 1 : 2).fill(1) }));
	const data = { items: [{ ...twice, clickCnt: 2 }], totalItemCount: 101 };
	const when = ({ rawBody }: { rawBody: string }) => rawBody.includes('currentPage]=1');
	mine.service.faults.add({ when, times: 2, kind: { code: 0, data } });
	const { items } = await mine.watching();
	mine.click(hidden);
	expect(await items()).toMatchObject([{ previousClickCnt: 1, newClicks: 1 }]);
});
