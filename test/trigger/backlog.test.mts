import { pollOnce } from '../../nodes/MessageTrigger/poll';
import type { State } from '../../nodes/MessageTrigger/state';
import { drawn } from '../draws.mts';
import { BacklogList } from './lib/backlogList.mts';
import { ANY } from './lib/host.mts';

const MINUTE = 60_000;

interface Case {
	rows: number;
	/** Rows that changed in each second of the backlog. */
	density: number;
	/** Changes a second while it is read. */
	rate: number;
	answerMs: number;
	budget: number;
}

const cases: Case[] = [
	{ rows: 60_000, density: 16, rate: 50, answerMs: 100, budget: 300_000 },
	{ rows: 12_000, density: 10, rate: 2, answerMs: 100, budget: 36_000 },
	{ rows: 12_000, density: 20, rate: 50, answerMs: 300, budget: 36_000 },
	{ rows: 30_000, density: 20, rate: 20, answerMs: 300, budget: 300_000 },
	{ rows: 30_000, density: 40, rate: 20, answerMs: 100, budget: 36_000 },
	{ rows: 30_000, density: 150, rate: 10, answerMs: 300, budget: 36_000 },
	{ rows: 30_000, density: 1_000, rate: 50, answerMs: 100, budget: 300_000 },
	{ rows: 60_000, density: 16, rate: 20, answerMs: 300, budget: 36_000 },
	{ rows: 60_000, density: 60_000, rate: 10, answerMs: 100, budget: 36_000 },
];

describe('a backlog that is read while its messages go on changing', () => {
	it.each(drawn(cases))(
		'$rows rows, $density in each second, $rate changes a second, $answerMs ms a call, $budget ms a poll',
		async ({ rows, density, rate, answerMs, budget }) => {
			const list = new BacklogList(rate, answerMs);
			const clock = jest.spyOn(Date, 'now').mockImplementation(() => list.now);
			const terms = { account: 'a', choice: ANY, zone: 'UTC', budget, now: () => list.now };
			list.fill(1, 1);
			let { state }: { state: State } = await pollOnce(list, undefined, terms);
			list.now += 3 * 24 * 60 * MINUTE;
			list.fill(rows, density);
			// What is less than 75 s old is read once more by the next poll; of hundreds a second that is much.
			if (density >= 400) list.now += 2 * MINUTE;
			[list.calls, list.changes] = [0, 0];

			const emitted = new Map<string, string>();
			let [polls, rowsOut, again] = [0, 0, 0];
			for (let isDone = false; !isDone && polls < 100; polls++) {
				const [started, calls] = [list.now, list.calls];
				const poll = await pollOnce(list, JSON.parse(JSON.stringify(state)), terms);
				({ state } = poll);
				expect(list.now - started).toBeLessThanOrEqual(budget + answerMs);
				expect(JSON.stringify(state).length).toBeLessThan(64 * 1024);
				rowsOut += poll.events.length;
				for (const { id, status } of poll.events) {
					if (emitted.get(id) === status) again++;
					emitted.set(id, status);
				}
				isDone = state.isWhole;
				// It emits what it read.
				if (!isDone) expect(poll.events.length).toBeGreaterThan(((list.calls - calls) * 100) / 4);
				if (!isDone) list.pass(Math.max(0, MINUTE - (list.now - started)));
			}
			const pages = Math.ceil(rows / 100) * 2 + Math.ceil(list.changes / 100);
			process.stdout.write(
				`${rows} rows (${density} a second), ${rate}/s, ${answerMs} ms: ` +
					`${polls} polls, ${list.calls} calls of at most ${pages}, ${rowsOut} events\n`,
			);
			const { calls } = list;
			// Nothing changes any more: now all of it is out.
			list.rate = 0;
			list.pass(5 * MINUTE);
			const { events } = await pollOnce(list, JSON.parse(JSON.stringify(state)), terms);
			for (const { id, status } of events) emitted.set(id, status);
			clock.mockRestore();
			expect(calls).toBeLessThanOrEqual(pages);
			// Of a second with more than the trigger can remember, some may come again, none is lost.
			expect(again).toBeLessThanOrEqual(density > 10_000 ? rows / 100 : 0);
			const isLost = ([id, status]: [string, string]) => id !== '0' && emitted.get(id) !== status;
			expect([...list.held].filter(isLost)).toEqual([]);
		},
		60_000,
	);
});
