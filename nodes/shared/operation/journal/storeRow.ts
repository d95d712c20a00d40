import type { IExecuteFunctions } from 'n8n-workflow';

import { Gate } from '../../api/gate';
import { inTime, pause, settle } from '../../api/promises';
import { Claims } from './claims';
import { Released, Retired } from './entries';

/**
 * n8n keeps the newest entries. The list is read and written as a whole, so it must stay small. There is
 * room for 5,000 Send Once Keys: each has three entries, and up to four more of its run, which stay for an
 * hour or, after a restart of n8n, until they are the oldest.
 */
const STORE = { mode: 'entries' as const, maxEntries: 36_000 };

/** Longer than n8n needs between its own read and write of the list, on a machine that is not busy. */
const LEAST_GAP_MS = 40;

/** A database that takes longer is treated as one that does not work. */
const LONGEST_MS = 10_000;

/** Pauses before a failed write is tried again: a database may be locked for a moment. */
const PAUSES_MS = [200, 600, 1500];

/** n8n looks through its whole list for each entry that is to be removed. */
const MOST_REMOVED = 500;

/** A write that waits for its turn. */
interface Waiting {
	entries: string[];
	answer(added: Set<string>): void;
	fail(fault: unknown): void;
}

type Helpers = Pick<IExecuteFunctions['helpers'], 'checkProcessedAndRecord' | 'removeProcessed'>;

const rows = new Map<string, StoreRow>();

/**
 * The entries of one node in n8n's persistent store. n8n holds them in one row of its database as a set
 * that can be added to, asked whether it holds something (which adds it), and removed from.
 *
 * It reads the row, changes it and writes it back without a lock, so a process that is slow in between
 * overwrites what others wrote meanwhile. This process makes one write at a time, for all that wait for
 * one; to be sure that an entry stays, ask again after `gap`.
 */
export class StoreRow {
	readonly released = new Released();

	readonly claims = new Claims();

	readonly retired = new Retired();

	private readonly oneByOne = new Gate(() => 1);

	private waiting: Waiting[] = [];

	private last: Promise<unknown> = Promise.resolve();
	/**
	 * How long a read and write took at most, lately. It must not fall with time: another process may still
	 * be as slow minutes later, and then messages are sent twice.
	 */
	private slowestMs = 0;

	/** The row of the node, one object for the whole process. */
	static of(context: IExecuteFunctions): StoreRow {
		const name = `${context.getWorkflow().id} ${context.getNode().id}`;
		const row = rows.get(name) ?? new StoreRow();
		rows.set(name, row);
		return row;
	}

	/**
	 * Puts entries into the store.
	 *
	 * @param options `patient`: try again after a failure, unless `stopped`. A write under way is awaited even
	 * then: what it wrote must be known so that it can be removed
	 * @returns those that were not in it
	 * @throws what the store throws, after some tries, or an Error when it does not answer
	 */
	async record(
		helpers: Helpers,
		entries: string[],
		{ patient = true, stopped }: { patient?: boolean; stopped?: AbortSignal } = {},
	): Promise<Set<string>> {
		for (const wait of patient ? PAUSES_MS : []) {
			const outcome = await settle(async () => await this.recordOnce(helpers, entries));
			if ('value' in outcome) return outcome.value;
			await pause(wait, stopped);
			if (stopped?.aborted) throw outcome.fault;
		}
		return await this.recordOnce(helpers, entries);
	}

	async remove(helpers: Helpers, entries: string[]): Promise<void> {
		for (let first = 0; first < entries.length; first += MOST_REMOVED) {
			const part = entries.slice(first, first + MOST_REMOVED);
			const removed = this.inTurn(async () => await helpers.removeProcessed(part, 'node', STORE));
			await inTime(removed, LONGEST_MS, undefined);
		}
	}

	/** One after another within this process: for work that must not see another's half-done work. */
	async alone(work: () => Promise<void>): Promise<void> {
		await this.oneByOne.through(work);
	}

	/**
	 * Waits until every other process that had read the row before must have written it back.
	 *
	 * @param times factor, for when another process was seen to take longer
	 */
	async gap(since: number, times = 1): Promise<void> {
		const gap = Math.max(LEAST_GAP_MS, 5 * this.slowestMs) * times;
		await pause(since + Math.min(gap, LONGEST_MS) - Date.now(), undefined);
	}

	private async recordOnce(helpers: Helpers, entries: string[]): Promise<Set<string>> {
		const asked = new Promise<Set<string>>((answer, fail) => {
			this.waiting.push({ entries, answer, fail });
		});
		// One turn for all that wait: with a turn each, a removal would never get its turn.
		if (this.waiting.length === 1) void this.inTurn(async () => await this.write(helpers));
		return await inTime(asked, LONGEST_MS, undefined);
	}

	/** Answers all that wait, with one write. */
	private async write(helpers: Helpers): Promise<void> {
		const waiting = this.waiting;
		this.waiting = [];
		const all = [...new Set(waiting.flatMap(({ entries }) => entries))];
		const started = Date.now();
		const outcome = await settle(
			async () => await helpers.checkProcessedAndRecord(all, 'node', STORE),
		);
		this.slowestMs = Math.max(Date.now() - started, this.slowestMs * 0.95);
		const open = new Set('value' in outcome ? outcome.value.new.map(String) : []);
		this.released.forget(open);
		for (const { entries, answer, fail } of waiting) {
			if ('fault' in outcome) fail(outcome.fault);
			// Where several ask for one entry at once, the first has it.
			else answer(new Set(entries.filter((entry) => open.delete(entry))));
		}
	}

	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const turn = this.last.then(work, work);
		this.last = turn.catch(() => undefined);
		return await turn;
	}
}
