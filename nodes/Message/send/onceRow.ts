import type { IExecuteFunctions } from 'n8n-workflow';

import { inTime, pause, settle } from '../../shared/api/promises';

/** The newest keys that are remembered, and so the most of one run. */
export const MOST_KEYS = 10_000;

/** n8n keeps the newest entries, of 27 bytes each: the row stays under 300 KB. */
const STORE = { mode: 'entries' as const, maxEntries: MOST_KEYS + 1_100 };

/** The database may be locked for a moment. In ms. */
const TRY_AGAIN_MS = [200, 600, 1500];
const LONGEST_WAIT_MS = 40_000;

/** How often an open mark is removed, with later ones, and how many are removed again at most. */
const REMOVALS = 3;
const MOST_AGAIN = 200;

/** So long after another process wrote over this one's entries, each use is followed by a rest of up to so many times its length. */
const CONTESTED_MS = 10_000;
const MOST_REST = 4;

export type Store = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

interface Added {
	entries: Set<string>;
	/** How long n8n took to read and write the row. */
	tookMs: number;
}

const rows = new Map<string, OnceRow>();

/**
 * The row of a node in n8n's store, as this process uses it: a set of entries that can be added to, which tells what
 * was new, and removed from. One use at a time, for all executions that wait for one.
 */
export class OnceRow {
	/** Names that an execution of this process has, and when it no longer does. */
	readonly held = new Map<string, Promise<void>>();

	private last: Promise<unknown> = Promise.resolve();

	private contestedAt = -Infinity;

	/** The next use of each kind, which all that wait for one share. */
	private asking: { entries: string[]; added: Promise<Added> } | undefined;

	private removing: { entries: string[]; removed: Promise<void> } | undefined;

	/** Open marks of what was accepted, each as often as it was removed: another process may have written it back. */
	private readonly closed = new Map<string, number>();

	static of(context: IExecuteFunctions): OnceRow {
		const name = `${context.getWorkflow().id} ${context.getNode().id}`;
		const row = rows.get(name) ?? new OnceRow();
		rows.set(name, row);
		return row;
	}

	/** Puts the entries into the row. @returns those that were not in it. @throws what the store throws */
	async ask(store: Store, entries: string[]): Promise<Added> {
		return await withPatience(async () => await this.askOnce(store, entries));
	}

	/** The same, not tried again: what is removed later than this was asked is not written after that. */
	async askOnce(store: Store, entries: string[]): Promise<Added> {
		if (this.asking) this.asking.entries.push(...entries);
		else {
			const all = [...entries];
			this.asking = { entries: all, added: this.inTurn(async () => await this.add(store, all)) };
			// Removals from now on come after it.
			this.removing = undefined;
		}
		return await this.asking.added;
	}

	/**
	 * @param closed open marks that nobody needs any longer, whatever happens
	 * @throws what the store throws
	 */
	async remove(store: Store, entries: string[], closed: string[]): Promise<void> {
		if (entries.length + closed.length === 0) return;
		for (const mark of closed) this.closed.set(mark, 0);
		await withPatience(async () => {
			if (this.removing) this.removing.entries.push(...entries);
			else {
				const all = [...entries];
				const removed = this.inTurn(async () => await this.drop(store, all));
				this.removing = { entries: all, removed };
			}
			await this.removing.removed;
		});
	}

	private async add(store: Store, all: string[]): Promise<Added> {
		this.asking = undefined;
		const began = Date.now();
		const { new: added } = await store.checkProcessedAndRecord(all, 'node', STORE);
		return { entries: new Set(added.map(String)), tookMs: Date.now() - began };
	}

	private async drop(store: Store, all: string[]): Promise<void> {
		if (this.removing?.entries === all) this.removing = undefined;
		const again = [...this.closed.keys()];
		await store.removeProcessed([...all, ...again], 'node', STORE);
		for (const mark of again) {
			const times = (this.closed.get(mark) ?? 0) + 1;
			if (times < REMOVALS && again.length <= MOST_AGAIN) this.closed.set(mark, times);
			else this.closed.delete(mark);
		}
	}

	/** Another process has written over what this one wrote: where both use the row without a break, neither gets on. */
	contested(): void {
		this.contestedAt = Date.now();
	}

	private async inTurn<T>(work: () => Promise<T>): Promise<T> {
		const turn = this.last.then(async () => {
			const began = Date.now();
			const isContested = began < this.contestedAt + CONTESTED_MS;
			const outcome = await settle(work);
			const rest = Math.random() * MOST_REST * (Date.now() - began);
			return { outcome, rested: isContested ? pause(rest, undefined) : undefined };
		});
		this.last = turn.then(async ({ rested }) => await rested);
		const { outcome } = await turn;
		if ('fault' in outcome) throw outcome.fault;
		return outcome.value;
	}
}

/** A use that takes long is waited for: asked again, it would find its own entries, and take them for another's. */
async function withPatience<T>(use: () => Promise<T>): Promise<T> {
	const work = async (): Promise<T> => {
		for (const wait of TRY_AGAIN_MS) {
			const outcome = await settle(use);
			if ('value' in outcome) return outcome.value;
			await pause(wait, undefined);
		}
		return await use();
	};
	return await inTime(work(), LONGEST_WAIT_MS, undefined);
}
