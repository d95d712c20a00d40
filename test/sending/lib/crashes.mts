import type { IDataObject } from 'n8n-workflow';

import { passes } from './clock.mts';
import { CONTINUE, person, sendingByOwnClock, type More } from './sending.mts';

export const count = (words: string[], word: string) =>
	words.filter((each) => each === word).length;
export const others = (rows: IDataObject[]) => rows.map((row) => ({ ...row, text: 'Another' }));

/**
 * n8n is killed amid a run: nothing of the execution is saved, and people click Retry. All that is left is when the
 * first execution began, which n8n says in each retry, and the service's list.
 */
export function crashes() {
	/** How far the clock of the service is ahead. */
	const clock = { aheadMs: 0 };
	afterEach(() => void (clock.aheadMs = 0));
	const s = sendingByOwnClock({ now: () => Date.now() + clock.aheadMs });

	async function loopIn(mode: More['mode'], began: number, rounds: number[][]): Promise<void> {
		const node = s.node([], { maxConcurrent: 1 }, { mode, began, ...CONTINUE });
		const items = rounds.map((some) => some.map((n) => person(n)));
		await s.engine.start(node, items);
		passes(20_000);
	}

	return {
		s,
		clock,
		/** Starts an execution, and kills n8n when the service gets the nth call. @returns when the execution began */
		killedAt: async (nth: number, items: IDataObject[], more: More = {}): Promise<number> => {
			const began = Date.now();
			passes(1000);
			let calls = 0;
			s.atEach(() => {
				if (++calls === nth) running.cancel();
			});
			const running = s.start(items, { maxConcurrent: 4 }, { mode: 'trigger', began, ...more });
			await running;
			s.service.faults.clear();
			s.restart();
			passes(20_000);
			return began;
		},
		retry: async (items: IDataObject[], began: number, more: More = {}) =>
			await s.send(items, {}, { mode: 'retry', began, ...CONTINUE, ...more }),
		loopIn,
		/** The retry of an execution with a loop. */
		loop: async (began: number, ...rounds: number[][]) => await loopIn('retry', began, rounds),
		sentTwice: () => s.taken().filter((number, n, all) => all.indexOf(number) !== n),
		expectOneForEach: (rows: IDataObject[]) =>
			expect(s.taken().toSorted()).toEqual(rows.map((row) => row.to).sort()),
	};
}
