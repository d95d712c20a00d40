import { account, type Account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

// What the service is free to do must neither lose nor repeat an event, nor make one up.
let mine: Account;
beforeAll(async () => {
	mine = await account();
});
afterAll(async () => await mine.service.close());
beforeEach(() => mine.service.reset());

const LISTS = [
	{ listForm: 'itemsKeyed' },
	{ listForm: 'bare' },
	{ listForm: 'keyed' },
	{ totalForm: 'absent' },
	{ totalForm: 'number' },
	{ totalOff: 2 },
	{ totalAlternatesBy: 1 },
	{ tiesShuffled: true },
	{ severalSorts: 'refused' },
	{ softDeletion: 'listed' },
] as const;

it.each(LISTS)('%j: every growth once', async (freedom) => {
	Object.assign(mine.service.freedoms, freedom);
	const links = Array.from({ length: 150 }, () => mine.add({ clicks: [1] }));
	const { activate, items } = await n8nHost(mine.service);
	expect(await activate()).toEqual([]);
	for (const link of links) mine.click(link);
	const emitted = await items();
	expect(emitted.map(({ eventId }) => eventId)).toEqual(links.map(({ id }) => `${id}:2`));
	expect(await items()).toEqual([]);
});

it('a total that hides the last link of a full page: it is seen from the other end', async () => {
	Object.assign(mine.service.freedoms, { totalOff: -1 });
	const links = Array.from({ length: 101 }, () => mine.add());
	const { activate, items } = await n8nHost(mine.service);
	await activate();
	await items();
	for (const link of links) mine.click(link);
	const emitted = [...(await items()), ...(await items())];
	expect(emitted.map(({ eventId }) => eventId).sort()).toEqual(
		links.map(({ id }) => `${id}:1`).sort(),
	);
});

it('a total that hides the newest link from the first poll: its clicks are old all the same', async () => {
	Object.assign(mine.service.freedoms, { totalOff: -1 });
	for (let n = 0; n < 101; n++) mine.add({ code: `c${1000 + n}`, clicks: [1] });
	const { activate, items } = await n8nHost(mine.service);
	expect([...(await activate()), ...(await items())]).toEqual([]);
});

it.each(['empty', 'noItems', 'queued'] as const)(
	'an odd answer now and then (%s): each poll is true or fails, and nothing is lost',
	async (oddReadsAre) => {
		const links = Array.from({ length: 150 }, () => mine.add({ clicks: [1] }));
		const { activate, items } = await n8nHost(mine.service);
		await activate();
		Object.assign(mine.service.freedoms, { oddReads: 0.5, oddReadsAre });
		const emitted: unknown[] = [];
		for (let round = 0; round < 20; round++) {
			mine.click(links[round]);
			const events = await items().catch(() => []);
			emitted.push(...events.map(({ id, newClicks }) => ({ id, newClicks })));
		}
		Object.assign(mine.service.freedoms, { oddReads: 0 });
		emitted.push(...(await items()).map(({ id, newClicks }) => ({ id, newClicks })));
		expect(emitted).toEqual(links.slice(0, 20).map(({ id }) => ({ id: Number(id), newClicks: 1 })));
	},
	60_000,
);

it.each(['empty', 'noItems', 'queued'] as const)(
	'a first answer that is odd (%s) is no account without links',
	async (oddReadsAre) => {
		mine.add({ clicks: [1, 2, 3] });
		Object.assign(mine.service.freedoms, { oddReads: 1, oddReadsAre });
		const host = await n8nHost(mine.service);
		expect(await host.activate().catch(() => [])).toEqual([]);
		Object.assign(mine.service.freedoms, { oddReads: 0 });
		expect(await host.items()).toEqual([]);
	},
);

it('links that were deleted are left out, and clicks that fall back are no news', async () => {
	Object.assign(mine.service.freedoms, { softDeletion: 'listed' });
	const [deleted, link] = [mine.add(), mine.add({ clicks: [1, 2, 3] })];
	const { activate, items } = await n8nHost(mine.service);
	await activate();
	mine.click(deleted);
	mine.service.store.links.remove(deleted.id, 0);
	for (const clicks of [[1], [1, 2, 3]]) {
		mine.change(link, { clicks });
		expect(await items()).toEqual([]);
	}
	mine.click(link);
	expect(await items()).toMatchObject([{ previousClickCnt: 3, newClicks: 1 }]);
});

it.each([{ clickCnt: null }, { clickCnt: 'many' }, {}])(
	'a link whose clicks are %j keeps what is known of it',
	async (broken) => {
		const link = mine.add({ clicks: [1] });
		const { activate, items } = await n8nHost(mine.service);
		await activate();
		const data = { items: [{ id: link.id, code: link.code, ...broken }], totalItemCount: '1' };
		mine.service.faults.add({ kind: { code: 0, data } });
		expect(await items()).toEqual([]);
		mine.click(link);
		expect(await items()).toMatchObject([{ previousClickCnt: 1, newClicks: 1 }]);
	},
);

describe('a failing service', () => {
	it.each([
		[{ code: 8 }, 'credential-invalid'],
		[{ html: true as const }, 'temporarily-unavailable'],
		[{ code: 0, data: { items: [{ code: 'x' }], totalItemCount: 1 } }, 'temporarily-unavailable'],
	])('%j is thrown with its cause, and loses nothing', async (kind, cause) => {
		const host = await n8nHost(mine.service);
		const link = mine.add();
		await host.activate();
		mine.click(link);
		const before = host.snapshot();
		mine.service.faults.add({ kind });
		await expect(host.items()).rejects.toMatchObject({ name: 'NodeApiError', failure: { cause } });
		expect(host.snapshot()).toBe(before);
		expect(await host.items()).toHaveLength(1);
	});
});

it('two polls at once emit once', async () => {
	const { activate, items } = await n8nHost(mine.service);
	const link = mine.add();
	await activate();
	mine.click(link);
	const [one, two] = await Promise.all([items(), items()]);
	expect([...one, ...two]).toHaveLength(1);
});
