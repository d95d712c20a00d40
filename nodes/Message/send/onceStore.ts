import { createHash, randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { inTime, pause, settle } from '../../shared/api/promises';
import { OnceRow, type Store } from './onceRow';

/** Names that are claimed together, and batches that are claimed ahead where calls are quicker than claims. */
const BATCH = 25;
const MOST_AHEAD = 4;

/** A claim is looked at again after this, or after so many times as long as it took. */
const LEAST_PAUSE_MS = 250;
const SLOWNESS = 5;
const MOST_ROUNDS = 12;

/** n8n writes the whole row each time. */
const FLUSH_MS = 250;

/** Another process may be sending the message now; so may another execution of this one. In ms. */
const OTHER_PROCESS_MS = 4_000;
const OTHER_EXECUTION_MS = 90_000;

/**
 * What to do with a message of this name. `mine`: send it. `done`: it was sent. `open`: it may have been sent.
 * `cutOff`: this execution had it before n8n was killed, so the service's list tells whether it was sent; if not, it
 * is `mine`. `later`: another execution may be sending it; see `OnceStore.wait`.
 */
export type KeyState = 'mine' | 'done' | 'open' | 'cutOff' | 'later';

/** Name of a message that is to be sent once: its key, or with `recipient` its key for that number. */
export const onceName = (key: string, recipient?: string): string =>
	createHash('sha256')
		.update(JSON.stringify([key, recipient]))
		.digest('base64url');

const openMark = (name: string): string => `${name} open`;

/** What an execution knows of its earlier starts. */
export interface Life {
	/** The same in an execution and in its retries by hand, and in no other. */
	origin: string;
	/** It is a retry by hand of an execution that was killed: one that failed has told what became of its claims. */
	isAfterCrash: boolean;
}

/**
 * The Send Once Keys of a run, in n8n's store: a set of entries that can be added to, which tells what was new, and
 * removed from. It is one row, read and written whole without a lock, so that a process may write back what it read
 * before others wrote.
 *
 * A name that is claimed has two entries, itself and its open mark; when its message is accepted the mark is removed.
 * So whatever is lost, asked for, or written back makes a name look open, never done. Keep it so.
 *
 * Each claim has a token. When it is still there after a pause, longer than another process needs to write what it had
 * read before, the claim stands (Fischer's mutual exclusion); else the one who wrote last has it.
 */
export class OnceStore {
	private readonly places = new Map<string, number>();
	private readonly batches: Array<Promise<void> | undefined> = [];
	private readonly states = new Map<string, KeyState>();
	/** How many items still want a name. */
	private readonly wanted = new Map<string, number>();
	/** Ends the hold of a name in this process. */
	private readonly holds = new Map<string, () => void>();
	/** Entries to remove, and names that are free for others then. */
	private gone: string[] = [];
	private closed: string[] = [];
	private over: string[] = [];
	private flushing: Promise<void> | undefined;
	private flushedAt = -Infinity;
	/** Names that another process had, or an execution of this one: they are waited for once. */
	private readonly waitedFor = new Set<string>();
	/** Of these, the ones that an execution of this process still had after the wait. */
	readonly busy = new Set<string>();
	/** Names that this execution had before n8n was killed. */
	private readonly cutOff = new Set<string>();
	private waitsUntil: number | undefined;
	/** How long the run waited for other executions, in ms. */
	waitedMs = 0;

	private ahead = 1;

	/**
	 * @param names of the items with a key, in their order, at most `MOST_KEYS`
	 * @param life undefined: a claim that was cut off is taken for another execution's
	 */
	constructor(
		private readonly store: Store,
		private readonly row: OnceRow,
		names: string[],
		private readonly life?: Life,
	) {
		for (const name of names) {
			if (!this.places.has(name)) this.places.set(name, this.places.size);
			this.wanted.set(name, (this.wanted.get(name) ?? 0) + 1);
		}
	}

	static of = (context: IExecuteFunctions, names: string[], life?: Life): OnceStore =>
		new OnceStore(context.helpers, OnceRow.of(context), names, life);

	/**
	 * To be called for each item before its message is sent. After `mine` or `cutOff` one of `accepted`, `refused` and `unknown` must
	 * follow, or the item is handed back with `refused`.
	 *
	 * @throws what the store throws: then nothing may be sent
	 */
	async claim(name: string): Promise<KeyState> {
		const nth = Math.floor((this.places.get(name) ?? 0) / BATCH);
		if (this.batches[nth] && !this.states.has(name))
			this.ahead = Math.min(MOST_AHEAD, this.ahead * 2);
		await this.batch(nth);
		for (let next = nth + 1; next <= nth + this.ahead; next++)
			void settle(async () => await this.batch(next));
		const state = this.states.get(name) ?? 'later';
		if (state === 'mine' || state === 'cutOff') this.states.set(name, 'later');
		return state;
	}

	/** For names that came out as `later`, when all other messages are sent: claim them again after it. */
	async wait(names: string[], signal: AbortSignal | undefined): Promise<void> {
		const later = [...new Set(names)].filter((name) => this.states.get(name) === 'later');
		const open = later.filter((name) => !this.row.held.has(name));
		const began = Date.now();
		const until = (this.waitsUntil ??= began + OTHER_EXECUTION_MS);
		for (const name of later) {
			const held = this.row.held.get(name) ?? Promise.resolve();
			await settle(async () => await inTime(held, until - Date.now(), signal));
			this.waitedFor.add(name);
		}
		this.waitedMs += Date.now() - began;
		if (open.length > 0) await pause(began + OTHER_PROCESS_MS - Date.now(), signal);
		if (!signal?.aborted && later.length > 0) await this.claimAll(later);
	}

	/** The service has the message. */
	accepted(name: string): void {
		this.close(name);
		this.flushSoon();
	}

	/** The message was certainly not sent: another item or execution may have the name. */
	refused(name: string): void {
		if ((this.wanted.get(name) ?? 0) > 1) {
			this.wanted.set(name, (this.wanted.get(name) ?? 0) - 1);
			this.states.set(name, 'mine');
			return;
		}
		this.end(name, 'later', [name, ...this.marksOf(name)]);
		this.flushSoon();
	}

	/** The call was not made after all: the same item may claim the name again. */
	notMade(name: string): void {
		this.states.set(name, 'mine');
	}

	/**
	 * It is not known whether the message was sent. `accepted` may follow. Its own mark goes: for a retry it was not
	 * cut off, and what the list does not show yet must not go out again.
	 */
	unknown(name: string): void {
		this.end(name, 'open', [this.ownMark(name)]);
		this.flushSoon();
	}

	/** To be called when nothing more will be sent. What it cannot write looks open. Never throws. */
	async finish(): Promise<void> {
		await Promise.allSettled(this.batches);
		for (const [name, state] of this.states)
			if (state === 'mine') this.end(name, 'later', [name, ...this.marksOf(name)]);
		await this.flushing;
		await this.flush();
		for (const free of this.holds.values()) free();
	}

	private batch = async (nth: number): Promise<void> =>
		await (this.batches[nth] ??= this.claimAll(
			[...this.places.keys()]
				.slice(nth * BATCH, (nth + 1) * BATCH)
				// Of some the service's list has told already.
				.filter((name) => !this.states.has(name)),
		));

	/** @throws what the store throws; what may have been written then looks open */
	private async claimAll(names: string[]): Promise<void> {
		const free = names.filter((name) => !this.row.held.has(name));
		for (const name of names) {
			const isBusy = !free.includes(name) && Date.now() >= (this.waitsUntil ?? Infinity);
			if (isBusy) this.busy.add(name);
			this.states.set(name, isBusy ? 'open' : 'later');
		}
		for (const name of free) this.hold(name);
		const outcome = await settle(async () => await this.claimFree(free));
		this.flushSoon();
		if (!('fault' in outcome)) return;
		for (const name of free) this.end(name, 'open', []);
		throw outcome.fault;
	}

	private async claimFree(names: string[]): Promise<void> {
		const token = randomUUID();
		let [open, pauseMs] = [names, 0];
		for (let round = 0; open.length > 0; round++) {
			if (round === MOST_ROUNDS) throw new Error('another process overwrites what was recorded');
			await pause(pauseMs, undefined);
			const entries = open.flatMap((name) => this.asked(name, round));
			const { entries: added, tookMs } = await this.row.ask(this.store, [token, ...entries]);
			const isOurs = round > 0 && !added.has(token);
			if (round > 0 && !isOurs) this.row.contested();
			// Others may have been as slow: then the pause was too short.
			const stands = isOurs && tookMs <= pauseMs;
			open = open.filter((name) => this.judge(name, added, isOurs, stands));
			pauseMs = Math.max(LEAST_PAUSE_MS, SLOWNESS * tookMs);
		}
		if (names.length > 0) this.gone.push(token);
		void this.leaveOwnMarks(names);
	}

	/** @returns whether the claim has to be looked at again */
	private judge(name: string, added: Set<string>, isOurs: boolean, stands: boolean): boolean {
		const [isNew, wasClosed] = [name, openMark(name)].map((entry) => added.has(entry));
		const own = this.ownMark(name);
		const wasCutOff = !isOurs && !added.has(own) && added.has(`${own} asked`);
		if (added.has(`${own} asked`)) this.gone.push(`${own} asked`);
		if (isNew && wasClosed) return true;
		if (added.has(own)) this.gone.push(own);
		if (!isNew && wasClosed) this.close(name);
		// n8n dropped the name, which is older than its mark, as one of the oldest.
		else if (isNew) this.end(name, 'open', [name]);
		else if (stands) this.states.set(name, this.cutOff.has(name) ? 'cutOff' : 'mine');
		else if (isOurs) return true;
		else if (wasCutOff) {
			// Another process may be writing back a row without it: it has to stand, too.
			this.cutOff.add(name);
			return true;
		} else this.end(name, this.waitedFor.has(name) ? 'open' : 'later', []);
		return false;
	}

	/** A retry also asks for its own mark: if asking for it was cut off, too, it proves nothing. */
	private asked(name: string, round: number): string[] {
		const own = this.ownMark(name);
		const isOwnAsked = this.life?.isAfterCrash === true && round === 0;
		return [name, openMark(name), ...(isOwnAsked ? [own, `${own} asked`] : [])];
	}

	/** Tells the retries of this execution who has the name. For a single message it is not worth the write. */
	private async leaveOwnMarks(names: string[]): Promise<void> {
		const mine = names.filter((name) => this.states.get(name) === 'mine').map(this.ownMark);
		if (this.life && this.places.size > 1 && mine.length > 0)
			await settle(async () => await this.row.askOnce(this.store, mine));
	}

	private ownMark = (name: string): string => `${name} of ${this.life?.origin}`;

	/** What is removed with its open mark; the name itself only where its message was not sent. */
	private marksOf = (name: string): string[] => [openMark(name), this.ownMark(name)];

	private hold(name: string): void {
		let free: () => void = () => undefined;
		const held = new Promise<void>((resolve) => (free = resolve));
		this.row.held.set(name, held);
		this.holds.set(name, () => {
			if (this.row.held.get(name) === held) this.row.held.delete(name);
			this.holds.delete(name);
			free();
		});
	}

	private end(name: string, state: KeyState, gone: string[]): void {
		this.states.set(name, state);
		this.gone.push(...gone);
		if (gone.length === 0) this.holds.get(name)?.();
		else this.over.push(name);
	}

	/** Now and then: others wait for it, and after a kill what was not flushed looks open. */
	private flushSoon(): void {
		const isDue = this.over.length > 0 && Date.now() >= this.flushedAt + FLUSH_MS;
		if (isDue && this.flushing === undefined) void this.flush();
	}

	private close(name: string): void {
		this.closed.push(...this.marksOf(name));
		this.states.set(name, 'done');
		this.over.push(name);
	}

	private async flush(): Promise<void> {
		const [gone, closed, over] = [this.gone, this.closed, this.over].map((all) => all.splice(0));
		const removed = settle(async () => await this.row.remove(this.store, gone, closed));
		this.flushing = removed.then(() => {
			for (const name of over) this.holds.get(name)?.();
			this.flushing = undefined;
			this.flushedAt = Date.now();
		});
		await this.flushing;
	}
}
