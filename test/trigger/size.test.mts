import { drawn } from '../draws.mts';
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
	it.each(
		drawn<[name: string, perSecond: number, budget: number | null]>([
			['in one second', CHANGES, 600_000],
			['150 a second', 150, 600_000],
			['1,000 a second', 1_000, 600_000],
			['1 a second, in an n8n without budgets', 1, null],
		]),
	)(
		'%s: every one emitted once, in few calls, with a small state',
		async (name, perSecond, budget) => {
			const { activate, items, snapshot } = await n8nHost(mine.service, { budget });
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
});
