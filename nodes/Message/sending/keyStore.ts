import type { IExecuteFunctions } from 'n8n-workflow';

import { pause } from '../../shared/api/pause';
import { settle } from '../../shared/outcome';

/**
 * n8n keeps the newest entries; the list is read and written whole, so it must not grow for ever. There
 * is room for 10,000 keys, and for the tokens of runs that go on.
 */
const STORE = { mode: 'entries' as const, maxEntries: 12_000 };

/** Keys are put in again for so long after they were claimed, should another process lose them. */
const GUARDED_MS = 60_000;

/** Longer than n8n needs between its own read and write of the list, on a machine that is not busy. */
const LEAST_SETTLE_MS = 40;

interface Question {
	keys: string[];
	answer(added: string[]): void;
	fail(fault: unknown): void;
}

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

/**
 * The keys of one node in n8n's persistent store, as this process sees them.
 *
 * The store reads its list, changes it and writes it back without a lock, so a process that is slow
 * between the two loses what others wrote meanwhile. Therefore there is one write at a time in this
 * process, for all keys that wait for one; and each write puts in again what this process claimed
 * lately.
 */
export class KeyStore {
	private readonly guarded = new Map<string, number>();

	private waiting: Question[] = [];

	private last: Promise<unknown> = Promise.resolve();

	/** How long a read and write took at most, lately. */
	private slowestMs = 0;

	/** Puts keys into the list. @returns those that were not in it */
	async record(helpers: Helpers, keys: string[]): Promise<string[]> {
		const asked = new Promise<string[]>((answer, fail) => {
			this.waiting.push({ keys, answer, fail });
		});
		// One turn for all that wait: a turn for each would let nothing else, such as a removal, come up.
		if (this.waiting.length === 1) void this.inTurn(async () => await this.write(helpers));
		return await asked;
	}

	/** @returns how many keys had got lost; they are there again */
	async heal(helpers: Helpers): Promise<number> {
		return await this.inTurn(async () => (await this.put(helpers, [])).length);
	}

	/** Until every other process that had read the list before must have written it. */
	async settle(): Promise<void> {
		await pause(Math.max(LEAST_SETTLE_MS, 5 * this.slowestMs), undefined);
	}

	guard(key: string): void {
		this.guarded.set(key, Date.now());
	}

	async remove(helpers: Helpers, keys: string[]): Promise<void> {
		for (const key of keys) this.guarded.delete(key);
		await this.inTurn(async () => await helpers.removeProcessed(keys, 'node', STORE));
	}

	/** Answers all that wait, with one write. */
	private async write(helpers: Helpers): Promise<void> {
		const waiting = this.waiting;
		this.waiting = [];
		const outcome = await settle(
			async () =>
				await this.put(
					helpers,
					waiting.flatMap(({ keys }) => keys),
				),
		);
		const open = new Set('value' in outcome ? outcome.value : []);
		for (const { keys, answer, fail } of waiting) {
			if ('fault' in outcome) fail(outcome.fault);
			// Where several ask for one key at once, the first has it.
			else answer(keys.filter((key) => open.delete(key)));
		}
	}

	/** @returns those that were not in the list */
	private async put(helpers: Helpers, keys: string[]): Promise<unknown[]> {
		const started = Date.now();
		for (const [key, since] of this.guarded) {
			if (since < started - GUARDED_MS) this.guarded.delete(key);
		}
		const all = [...new Set([...this.guarded.keys(), ...keys])];
		const { new: added } = await helpers.checkProcessedAndRecord(all, 'node', STORE);
		this.slowestMs = Math.max(Date.now() - started, this.slowestMs * 0.95);
		return added;
	}

	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const turn = this.last.then(work, work);
		this.last = turn.catch(() => undefined);
		return await turn;
	}
}
