import { account, ALMATY_NOON, type Account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

const MESSAGES = 100_000;
const CHANGES = 10_000;

let mine: Account;
beforeEach(async () => {
	mine = await account();
	mine.service.store.addMessages(MESSAGES, (index) => ({
		id: String(70_000_000_000 + index * 7),
		status: 'ACCEPTD',
		createdAt: ALMATY_NOON - (MESSAGES - index) * 1000,
	}));
});
afterEach(async () => await mine.service.close());

/** Messages, spread over the account, get a status, so many a second. @returns their IDs, in order */
function changeMany(perSecond: number): string[] {
	return Array.from({ length: CHANGES }, (_, index) => {
		if (index % perSecond === 0) mine.service.advance(1000);
		const id = String(70_000_000_000 + ((index * 7_919) % MESSAGES) * 7);
		mine.service.store.setStatus(id, 'DELIVRD');
		return id;
	});
}

describe('100,000 messages, 10,000 of which change', () => {
	it.each([
		['in one second', CHANGES],
		['1,000 a second', 1_000],
		['150 a second', 150],
		['1 a second', 1],
	])('%s: every one told once, in few calls, with a small state', async (name, perSecond) => {
		const { activate, items, host } = await n8nHost(mine.service, { budget: 600_000 });
		await activate();
		mine.asked();
		expect(await items()).toEqual([]);
		expect(mine.asked()).toHaveLength(1);

		const changed = changeMany(perSecond);
		const told = await items();
		const calls = mine.asked().length;
		expect(told.map(({ id }) => String(id)).sort()).toEqual(changed.sort());
		const times = told.map(({ statusUpdateTs }) => String(statusUpdateTs));
		expect(times).toEqual([...times].sort());
		expect(calls).toBeLessThanOrEqual(Math.ceil(CHANGES / 100) + 2);
		const bytes = Buffer.byteLength(host.snapshot);
		expect(bytes).toBeLessThan(64 * 1024);
		process.stdout.write(`${name}: ${calls} calls, state ${bytes} bytes\n`);
		expect(await items()).toEqual([]);
		const again = mine.asked().length;

		// A minute later, what the service may show late has shown.
		const [real, minute] = [Date.now, 60_000];
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + minute);
		expect(await items()).toEqual([]);
		mine.asked();
		expect(await items()).toEqual([]);
		clock.mockRestore();
		const idle = mine.asked().length;
		expect(idle).toBe(1);
		process.stdout.write(`${name}: the next poll ${again} calls, the ones after ${idle}\n`);
	});

	it.each([
		['in a budget', 60],
		['without a budget of n8n', null],
	])('a backlog that does not fit is carried over, in order: %s', async (_name, budget) => {
		// Every call takes a while, so that few of them fit.
		const slow = budget === null ? 0 : 10;
		const { activate, items } = await n8nHost(mine.service, { budget });
		await activate();
		const changed = changeMany(40);
		mine.service.faults.delay = slow;
		const told: string[] = [];
		const times: string[] = [];
		let polls = 0;
		for (let events = await items(); events.length > 0; events = await items()) {
			polls++;
			told.push(...events.map(({ id }) => String(id)));
			times.push(...events.map(({ statusUpdateTs }) => String(statusUpdateTs)));
		}
		expect(told.sort()).toEqual(changed.sort());
		expect(times).toEqual([...times].sort());
		if (budget === null) expect(polls).toBeLessThan(10);
		else expect(polls).toBeGreaterThan(10);
	});
});
