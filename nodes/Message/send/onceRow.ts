import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { inTime, pause, settle } from '../../shared/api/promises';

/** The newest keys that are remembered, and so the most of one run. */
export const MOST_KEYS = 10_000;

/** n8n keeps the newest entries, of 27 bytes each: the row stays under 300 KB. */
const STORE = { mode: 'entries' as const, maxEntries: MOST_KEYS + 1_100 };

/**
 * A claim is looked at again after this, in ms, or after so many times as long as it took. The longer, the longer may
 * another process stall while it uses the row, which matters more the more names there are.
 */
const PAUSE_MS = { least: 250, eachName: 30, most: 1500 };
const SLOWNESS = 5;
const MOST_ROUNDS = 12;

/** The database may be locked for a moment. In ms. */
const TRY_AGAIN_MS = [200, 600, 1500];
export const LONGEST_WAIT_MS = 40_000;

/** What is to be removed in this time is removed together. */
const GATHER_MS = 250;

/** After a turn the row rests for up to so many times as long as it took, and no longer than so many ms. */
const MOST_REST = 4;
const MOST_REST_MS = 250;

/**
 * For so many turns the name of an accepted message is added again, and its open mark removed: another process may write
 * back the row as it was before.
 */
const REPAIRS = 3;

export type Store = Pick<
	IExecuteFunctions['helpers'],
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/** The entries that belong to a name. */
export interface Marks {
	name: string;
	/** There while its message is not known to be accepted. */
	open: string;
	/** There while an execution with this beginning has the name. */
	own: string;
	/** There after a retry looked for `own`. */
	asked: string;
}

interface Asked {
	/** What was asked for and was not in the row. */
	added: Set<string>;
	/** How long n8n took to read and write the row. */
	tookMs: number;
	/** It was asked before, and the store threw: it may have written all the same. */
	isRepeated: boolean;
}

interface Work {
	/** What gives entries to be added; called anew for each use of the store. */
	ask: Array<() => string[]>;
	drop: string[];
	accepted: Marks[];
	free: string[];
}

interface Turn extends Work {
	asked: Promise<Asked>;
	/** When all is done. Never fails: what could not be removed looks open. */
	ended: Promise<void>;
	begin: () => void;
}

const rows = new Map<string, OnceRow>();

/**
 * The row of a node in n8n's store, as this process uses it: a set of entries. To add some also tells which were new;
 * there is no other way to read. n8n reads and writes the row whole, without a lock, so a process may write back what it
 * read before others wrote. What makes it safe:
 *
 * - **n8n is killed, or a write is lost.** A name that is claimed has two entries, itself and its open mark, which is
 *   removed when its message is accepted. So whatever is lost, asked for, or written back makes a name look open,
 *   never done. Keep it so.
 * - **Two processes claim a name at once.** Each write of a claim has a token of its own. The claim stands if the token is
 *   still there after a pause, which is longer than another process needs to write back what it read before (Fischer's
 *   mutual exclusion). If the token is gone, whoever wrote last has the names. A look that takes longer than the pause
 *   proves nothing, nor does one that was repeated because the store threw: it may have written all the same.
 * - **A retry after n8n was killed** gets the names that bear its own mark, which is written after a claim stood. To look
 *   for a mark is to write it, so `asked` is written with it: where `asked` was there before, the own mark may come from
 *   such a look, or another retry is sending.
 */
export class OnceRow {
	/** Names that an execution of this process has, and when it no longer does. */
	readonly held = new Map<string, Promise<void>>();

	private next: Turn | undefined;
	private last: Promise<void> = Promise.resolve();
	/** Messages that were accepted in the last turns, the newest first. */
	private accepted: Marks[][] = [];
	/** Entries that nobody needs: removed when something else is. */
	private litter: string[] = [];

	static of(context: IExecuteFunctions): OnceRow {
		const name = `${context.getWorkflow().id} ${context.getNode().id}`;
		const row = rows.get(name) ?? new OnceRow();
		rows.set(name, row);
		return row;
	}

	/**
	 * @param isRetry takes the names that bear their own mark
	 * @returns the names that the caller has now, and those whose message was accepted; others have the rest
	 * @throws what the store throws; what may have been written then looks open
	 */
	async claim(
		store: Store,
		names: Marks[],
		isRetry: boolean,
	): Promise<Map<string, 'mine' | 'done'>> {
		const tokens: string[] = [];
		const found = new Map<string, 'mine' | 'done'>();
		const accepted = new Set(this.accepted.flat().map(({ name }) => name));
		for (const { name } of names) if (accepted.has(name)) found.set(name, 'done');
		let [left, pauseMs] = [names.filter(({ name }) => !accepted.has(name)), 0];
		for (let round = 0; left.length > 0; round++) {
			if (round === MOST_ROUNDS) throw new Error('another process overwrites what was recorded');
			await pause(pauseMs, undefined);
			const own = isRetry ? left.flatMap(({ own, asked }) => [own, asked]) : [];
			const before = tokens.slice(-1);
			const entries = [...before, ...left.flatMap(({ name, open }) => [name, open]), ...own];
			const { added, tookMs, isRepeated } = await this.ask(store, () => {
				tokens.push(randomUUID());
				return [...entries, ...tokens.slice(-1)];
			});
			const isOurs = before.some((token) => !added.has(token)) && !isRepeated;
			left = left.filter(({ name, open, own, asked }) => {
				if (added.has(open)) {
					if (added.has(name)) return true;
					found.set(name, 'done');
				} else if (isOurs) {
					if (tookMs > pauseMs) return true;
					found.set(name, 'mine');
				} else if (added.has(asked)) {
					if (!added.has(own)) return true;
					this.litter.push(own, asked);
				}
				return false;
			});
			const usual = Math.min(PAUSE_MS.eachName * names.length, PAUSE_MS.most);
			// A clock may have been set far ahead meanwhile.
			pauseMs = Math.max(PAUSE_MS.least, usual, SLOWNESS * Math.min(tookMs, LONGEST_WAIT_MS));
		}
		this.litter.push(...tokens);
		return found;
	}

	/**
	 * Puts entries into the row. A turn that takes long is waited for: asked again, it would find its own entries, and
	 * take them for another's.
	 *
	 * @throws what the store throws
	 */
	async ask(store: Store, entries: () => string[]): Promise<Asked> {
		const turn = this.turn(store);
		turn.ask.push(entries);
		turn.begin();
		return await inTime(turn.asked, LONGEST_WAIT_MS, undefined);
	}

	/**
	 * Removes entries, soon.
	 *
	 * @param accepted those whose message was accepted: their open marks are removed
	 * @param free what another process may put there as soon as it is gone
	 */
	async remove(store: Store, entries: string[], accepted: Marks[], free: string[]): Promise<void> {
		const turn = this.turn(store);
		turn.drop.push(...entries);
		turn.accepted.push(...accepted);
		turn.free.push(...free);
		await turn.ended;
	}

	/** Begins the next turn at once, for somebody who waits for it. */
	hurry(): void {
		this.next?.begin();
	}

	/** The next turn, which all share who wait for one: it writes up to 300 KB once or twice. */
	private turn(store: Store): Turn {
		if (this.next) return this.next;
		const work: Work = { ask: [], drop: [], accepted: [], free: [] };
		let begin = (): void => undefined;
		const isDue = new Promise<void>((resolve) => (begin = resolve));
		void pause(GATHER_MS, undefined).then(begin);
		const ready = Promise.all([this.last, isDue]);
		const asked = ready.then(async () => {
			this.next = undefined;
			return await this.add(store, work);
		});
		const dropped = settle(asked).then(async () => await this.drop(store, work));
		const ended = settle(dropped).then(() => undefined);
		this.last = ready.then(async () => {
			const began = Date.now();
			await ended;
			// Others can join the next turn, and other processes come between.
			const most = Math.min(MOST_REST_MS, MOST_REST * (Date.now() - began));
			await pause(Math.random() * most, undefined);
		});
		this.next = { ...work, asked, ended, begin };
		return this.next;
	}

	private async add(store: Store, { ask }: Work): Promise<Asked> {
		if (ask.length === 0) return { added: new Set(), tookMs: 0, isRepeated: false };
		return await patiently(async (isRepeated) => {
			const [began, started] = [Date.now(), performance.now()];
			const { new: added } = await store.checkProcessedAndRecord(
				[...ask.flatMap((entries) => entries()), ...this.accepted.flat().map(({ name }) => name)],
				'node',
				STORE,
			);
			// By two clocks: the first may be set back, the second does not show that the machine slept.
			const tookMs = Math.max(Date.now() - began, performance.now() - started);
			return { added: new Set(added.map(String)), tookMs, isRepeated };
		});
	}

	private async drop(store: Store, { drop, accepted, free }: Work): Promise<void> {
		if (drop.length === 0) return;
		this.accepted = [accepted, ...this.accepted].slice(0, REPAIRS);
		const open = this.accepted.flat().map(({ open }) => open);
		const all = [...drop, ...this.litter.splice(0), ...open];
		await patiently(async (isRepeated) => {
			// The store may have removed them before it threw: then another process may have the name by now.
			const gone = isRepeated ? all : [...free, ...all];
			await store.removeProcessed(gone, 'node', STORE);
		});
	}
}

async function patiently<T>(use: (isRepeated: boolean) => Promise<T>): Promise<T> {
	for (const [tries, wait] of TRY_AGAIN_MS.entries()) {
		const outcome = await settle(use(tries > 0));
		if ('value' in outcome) return outcome.value;
		await pause(wait, undefined);
	}
	return await use(true);
}
