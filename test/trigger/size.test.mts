import { account, ALMATY_NOON, type Account } from './lib/account.mts';
import { n8nHost } from './lib/n8nHost.mts';

const MESSAGES = 100_000;
const CHANGES = 10_000;

let mine: Account;
// All clocks move together, and only when a test says so.
let passed = 0;
const start = Date.now();
function pass(ms: number): void {
	passed += ms;
	mine.service.advance(ms);
}

beforeEach(async () => {
	passed = 0;
	jest.spyOn(Date, 'now').mockImplementation(() => start + passed);
	mine = await account();
	mine.service.store.addMessages(MESSAGES, (index) => ({
		id: String(70_000_000_000 + index * 7),
		status: 'ACCEPTD',
		createdAt: ALMATY_NOON - (MESSAGES - index) * 1000,
	}));
});
afterEach(async () => {
	jest.restoreAllMocks();
	await mine.service.close();
});

/** Messages, spread over the account, get a status, so many a second. @returns their IDs, in order */
function changeMany(perSecond: number): string[] {
	return Array.from({ length: CHANGES }, (_, index) => {
		if (index % perSecond === 0) pass(1000);
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
	])(
		'%s: every one emitted once, in few calls, with a small state',
		async (name, perSecond) => {
			const { activate, items, snapshot } = await n8nHost(mine.service, { budget: 600_000 });
			await activate();
			mine.asked();
			expect(await items()).toEqual([]);
			expect(mine.asked()).toHaveLength(1);

			const changed = changeMany(perSecond);
			const emitted = await items();
			const calls = mine.asked().length;
			expect(emitted.map(({ id }) => String(id)).sort()).toEqual(changed.sort());
			const times = emitted.map(({ statusUpdateTs }) => String(statusUpdateTs));
			expect(times).toEqual([...times].sort());
			// A second that does not fit on a page is read once more, by page numbers.
			expect(calls).toBeLessThanOrEqual(1.5 * Math.ceil(CHANGES / 100));
			const bytes = Buffer.byteLength(snapshot());
			expect(bytes).toBeLessThan(64 * 1024);
			process.stdout.write(`${name}: ${calls} calls, state ${bytes} bytes\n`);
			expect(await items()).toEqual([]);
			const again = mine.asked().length;

			// Once all of it is old enough, nothing of it is read again.
			for (let minute = 0; minute < 3; minute++) {
				pass(60_000);
				expect(await items()).toEqual([]);
			}
			mine.asked();
			pass(60_000);
			expect(await items()).toEqual([]);
			const idle = mine.asked().length;
			expect(idle).toBe(1);
			process.stdout.write(`${name}: the next poll ${again} calls, the ones after ${idle}\n`);
		},
		120_000,
	);

	it.each([
		// Time for 6 calls.
		['in a budget', 600_000, 100_000],
		['without a budget of n8n', null, 0],
	])(
		'a backlog that does not fit is carried over, in order: %s',
		async (_name, budget, callMs) => {
			const beforeCall = async () => pass(callMs);
			const { activate, items } = await n8nHost(mine.service, { budget, beforeCall });
			await activate();
			const changed = changeMany(40);
			mine.asked();
			const emitted: string[] = [];
			const times: string[] = [];
			let polls = 0;
			for (; emitted.length < changed.length && polls < 100; polls++) {
				const events = await items();
				if (callMs > 0) expect(mine.asked().length).toBeLessThanOrEqual(7);
				emitted.push(...events.map(({ id }) => String(id)));
				times.push(...events.map(({ statusUpdateTs }) => String(statusUpdateTs)));
			}
			expect(emitted.sort()).toEqual(changed.sort());
			expect(times).toEqual([...times].sort());
			if (budget === null) expect(polls).toBeLessThan(10);
			else expect(polls).toBeGreaterThan(10);
		},
		120_000,
	);
});
