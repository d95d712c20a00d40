import { advance, eventRule, NOTHING } from '../../nodes/LinkTrigger/cursor';
import { links as account } from '../trigger/lib/account.mts';
import { limit } from '../until.mts';

const mine = account();

/** IDs of eleven digits, far apart, as those of an account among many. */
const addMany = (count: number, clicks: (i: number) => number) =>
	mine.addMany(count, (i) => ({
		id: String(70_000_000_000 + i * 199_999),
		clicks: Array(clicks(i)).fill(1),
		createTs: i * 1000,
	}));

it.each([
	[0, 0, 1, 2],
	[1, 0, 1, 1],
	[99, 99, 1, 1],
	[100, 100, 2, 4],
	[101, 100, 2, 4],
	[3_000, 0, 1, 1],
	[3_000, 250, 3, 6],
	[6_000, 99, 1, 1],
	// A page past the end may show the last one again.
	[100, 100, 2, 4, 'lastPage' as const],
])('of %i links %i clicked: %i calls a poll, %i at first', async (...given) => {
	const [count, clicked, calls, first, pastEnd = 'empty'] = given;
	mine.service.setFreedoms({ pastEnd });
	addMany(count, (i) => (i < clicked ? 1 + (i % 7) : 0));
	const { items } = await mine.watching();
	expect(mine.asked()).toHaveLength(first);
	await items();
	expect(mine.asked()).toHaveLength(calls);
});

it('6,000 links, all clicked: every one once, in 61 calls, with a small state', async () => {
	const links = addMany(6_000, () => 40);
	const host = await mine.watching();
	mine.asked();
	for (const link of links) mine.click(link);
	expect(await host.items()).toHaveLength(6_000);
	expect(mine.asked()).toHaveLength(61);
	expect(Buffer.byteLength(host.snapshot())).toBeLessThan(64 * 1024);
	host.restart();
	expect(await host.items()).toEqual([]);
});

it('Blocked asks for blocked links only: one call of 3,000 links', async () => {
	const links = addMany(3_000, () => 1);
	const { items } = await mine.watching({ triggerOn: 'blocked' });
	mine.asked();
	mine.change(links[5], { moderatorStatus: 0 });
	expect(await items()).toMatchObject([{ eventId: `${links[5].id}:blocked` }]);
	expect(mine.asked()).toMatchObject([{ criteria: { moderatorStatus: '0' } }]);
});

it('calls that take too long for one poll: the next ones go on, and nothing is missing', async () => {
	const links = addMany(950, () => 1);
	let [late, calls] = [new AbortController(), -Infinity];
	limit(40_000, () => {
		[late, calls] = [new AbortController(), 0];
		return late.signal;
	});
	const beforeCall = async () => {
		if (++calls > 3) late.abort();
		await Promise.resolve(late.signal.throwIfAborted());
	};
	const host = await mine.host({}, { beforeCall });
	expect(await host.activate()).toEqual([]);
	for (const link of links) mine.click(link);
	mine.asked();
	const polls = [await host.items(), await host.items(), await host.items(), await host.items()];
	expect(polls.map(({ length }) => length)).toEqual([300, 300, 300, 50]);
	expect(new Set(polls.flat().map(({ id }) => id)).size).toBe(950);
	expect(mine.asked()).toMatchObject(
		[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((page) => ({ pagination: { currentPage: String(page) } })),
	);
});

it.each([
	[undefined, ''],
	[{ calls: 3, ms: 60_000 }, ': The service was called too often (code 30)'],
])('more links than the time allows, limit %j: filters help', async (rateLimit, why) => {
	addMany(950, () => 1);
	mine.service.faults.rateLimit = rateLimit;
	const late = new AbortController();
	limit(65_000, () => late.signal);
	let calls = 0;
	const beforeCall = async () => {
		if (++calls > 4) late.abort();
	};
	const host = await mine.host({}, { beforeCall, budget: 300_000 });
	await expect(host.activate()).rejects.toMatchObject({
		message: `The links could not all be read in 65 s${why}`,
		description: expect.stringContaining('"Created From" or "Query"'),
	});
});

it.each([
	[1, 0, 60_000],
	[2, 7, 45_000],
	[100, 3, 22_000],
	[2_000_000, 0, 10_300],
	[199_999, 40, 9_900],
	[2_000_000, 40_000, 6_200],
])('with ids %i apart and %i clicks, the newest %i links fit and more', (step, clicks, least) => {
	const rule = eventRule(clicks > 0 ? 'newClicks' : 'blocked', 0);
	const links = (more: number) =>
		Array.from({ length: 60_000 }, (_, i) => {
			const id = String(70_000_000_000 + i * step);
			return { id, clicks: clicks + more, isBlocked: true, row: {} };
		});
	const { state } = advance({ scope: '', from: '', ...NOTHING }, links(0), rule);
	expect(JSON.stringify(state).length).toBeLessThan(64 * 1024);
	const left = links(0).filter(({ id }) => BigInt(id) > BigInt(state.start));
	expect(left.length).toBeGreaterThanOrEqual(least);
	// Old ones that are seen again make no others new.
	const again = advance(state, links(0).slice(0, 5_000), rule);
	expect(again.events).toEqual([]);
	expect(advance(again.state, links(0), rule).events).toEqual([]);
	const { events } = advance(state, links(1), rule);
	expect(events.map(({ link, before }) => [link.id, before])).toEqual(
		clicks > 0 ? left.map(({ id }) => [id, clicks]) : [],
	);
});
