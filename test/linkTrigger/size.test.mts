import { account } from './lib/account.mts';

const mine = account();

/** IDs of eleven digits, far apart, as those of an account among many. */
const addMany = (count: number) =>
	mine.addMany(count, (i) => ({
		id: String(70_000_000_000 + i * 199_999),
		clicks: Array(40).fill(1),
		createTs: i * 1000,
	}));

it.each([
	[1, 1, 2],
	[99, 1, 2],
	[100, 1, 3],
	[101, 2, 3],
	[250, 3, 4],
	[1_000, 10, 12],
])('%i links are %i calls a poll, and at the start %i', async (count, calls, first) => {
	addMany(count);
	const { items } = await mine.watching();
	// The first poll also asks for the newest link, and for what is behind a full last page.
	expect(mine.asked()).toHaveLength(first);
	await items();
	expect(mine.asked()).toHaveLength(calls);
});

it('no links are one call, and a few at the start, to be sure', async () => {
	const { items } = await mine.watching();
	mine.asked();
	await items();
	expect(mine.asked()).toHaveLength(1);
});

it('5,000 links: every one once, in 50 calls, with a small state', async () => {
	const links = addMany(5_000);
	const host = await mine.watching();
	mine.asked();
	for (const link of links) mine.click(link);
	expect(await host.items()).toHaveLength(5_000);
	expect(mine.asked()).toHaveLength(50);
	expect(Buffer.byteLength(host.snapshot())).toBeLessThan(64 * 1024);
	host.restart();
	expect(await host.items()).toEqual([]);
});

it.each([
	['trigger', 2],
	['manual', 1],
] as const)(
	'5,001 links are refused before they are read, with what to do (%s)',
	async (mode, calls) => {
		addMany(5_001);
		const { items } = await mine.host();
		await expect(items(mode)).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: '5001 links match, more than this trigger can watch',
			description: expect.stringContaining('"Created From"'),
		});
		expect(mine.asked()).toHaveLength(calls);
	},
);
