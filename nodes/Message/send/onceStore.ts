import { inTime, pause, settle } from '../../shared/api/promises';
import { LONGEST_WAIT_MS, type Marks, type OnceRow, type Store } from './onceRow';

/** Names that are claimed together. */
const BATCH = 100;

/**
 * How many batches are claimed before they are needed: more, once the run had to wait so long for one. Many more would
 * not fit into the row beside the keys that are remembered.
 */
const AHEAD = { first: 1, later: 3, afterMs: 100 };

/** How long another process, and another execution of this one, may be sending the message. In ms. */
const OTHER_PROCESS_MS = 6_000;
const OTHER_EXECUTION_MS = 90_000;

/**
 * What to do with a message of this name. `mine`: send it. `done`: it was sent. `open`: it may have been sent.
 * `later`: another execution may be sending it; see `OnceStore.wait`.
 */
type KeyState = 'mine' | 'done' | 'open' | 'later';

/** Which execution it is, and whether it is a retry. */
export interface Life {
	/** The same in an execution and in its retries by hand, and in no other. */
	origin: string;
	/**
	 * It is a retry by hand. Before it claims a name, what earlier executions sent has to be found in the service's list,
	 * and told to `accepted`.
	 */
	isRetry: boolean;
}

/** A name of the run. */
interface Key extends Marks {
	/** Which batch it is claimed with. */
	nth: number;
	state?: KeyState;
	/** Lets other executions of this process have it. */
	free?: () => void;
}

/** The Send Once Keys of a run: `OnceRow` has the rules by which they are claimed. */
export class OnceStore {
	private readonly keys = new Map<string, Key>();
	private readonly batches: Array<Promise<void>> = [];
	private readonly ends: Array<Promise<void>> = [];
	private ahead = AHEAD.first;
	/** By `performance.now()`, which nobody sets. */
	private waitsUntil = Infinity;
	/** How long the run waited for other executions, in ms. */
	waitedMs = 0;

	/**
	 * @param names of the items with a key, in their order, at most `MOST_KEYS`
	 */
	constructor(
		private readonly store: Store,
		private readonly row: OnceRow,
		names: string[],
		private readonly life: Life,
	) {
		for (const name of names) this.of(name);
	}

	/**
	 * To be called for each item before its message is sent. After `mine` one of `accepted`, `refused`, `unknown` and
	 * `notMade` must follow.
	 *
	 * @throws what the store throws: then nothing may be sent
	 */
	async claim(name: string): Promise<KeyState> {
		const key = this.of(name);
		const began = performance.now();
		const batch = this.batch(key.nth);
		for (let next = 1; next <= this.ahead; next++) void settle(this.batch(key.nth + next));
		await batch;
		if (key.nth > 0 && performance.now() > began + AHEAD.afterMs) this.ahead = AHEAD.later;
		const { state = 'later' } = key;
		if (state === 'mine') key.state = 'later';
		return state;
	}

	/** For names that came out as `later`, when all other messages are sent. Then they are to be claimed again. */
	async wait(names: string[], signal: AbortSignal | undefined): Promise<void> {
		const { held } = this.row;
		const later = [...new Set(names)]
			.map((name) => this.of(name))
			.filter(({ state }) => state === 'later');
		const isElsewhere = later.some(({ name }) => !held.has(name));
		const began = performance.now();
		this.waitsUntil = Math.min(this.waitsUntil, began + OTHER_EXECUTION_MS);
		for (const { name } of later) {
			const hold = held.get(name) ?? Promise.resolve();
			await settle(inTime(hold, this.waitsUntil - performance.now(), signal));
		}
		this.waitedMs += performance.now() - began;
		if (isElsewhere) await pause(began + OTHER_PROCESS_MS - performance.now(), signal);
		if (!signal?.aborted) await this.claimAll(later);
	}

	/** The service has the message. */
	accepted(name: string): void {
		const key = this.of(name);
		this.end(key, 'done', [key]);
	}

	/** The message was certainly not sent: another item or execution may have the name. */
	refused(name: string): void {
		// So nobody else had it meanwhile.
		this.waitsUntil = Infinity;
		this.giveBack(this.of(name));
	}

	/** The call was not made after all: the same item may claim the name again. */
	notMade(name: string): void {
		this.of(name).state = 'mine';
	}

	/**
	 * It is not known whether the message was sent. `accepted` may follow. A retry does not get the name, since the list may
	 * not show the message yet.
	 */
	unknown(name: string): void {
		const key = this.of(name);
		this.end(key, 'open');
	}

	/** To be called when nothing more will be sent. What it cannot write looks open. Never throws. */
	async finish(): Promise<void> {
		await Promise.allSettled(this.batches);
		for (const key of this.keys.values()) if (key.state === 'mine') this.giveBack(key);
		this.row.hurry();
		await settle(inTime(Promise.all(this.ends), LONGEST_WAIT_MS, undefined));
		for (const key of this.keys.values()) release(key);
	}

	private of(name: string): Key {
		const own = `${name} of ${this.life.origin}`;
		const marks: Marks = { name, open: `${name} open`, own, asked: `${own} asked` };
		const nth = Math.floor(this.keys.size / BATCH);
		const key: Key = this.keys.get(name) ?? { ...marks, nth };
		this.keys.set(name, key);
		return key;
	}

	private async batch(nth: number): Promise<void> {
		this.batches[nth] ??= this.claimAll(
			// Not those of which the service's list has told already.
			[...this.keys.values()].filter((key) => key.nth === nth && key.state === undefined),
		);
		await this.batches[nth];
	}

	/** @throws what the store throws; what may have been written then looks open */
	private async claimAll(keys: Key[]): Promise<void> {
		const { store, row } = this;
		const { isRetry } = this.life;
		const free = keys.filter((key) => this.hold(key));
		const outcome = await settle(row.claim(store, free, isRetry));
		for (const key of free) {
			const state = 'value' in outcome ? outcome.value.get(key.name) : 'open';
			if (state === 'mine') key.state = state;
			else if (state === 'done') this.accepted(key.name);
			else release(key, this.waitsUntil < Infinity ? 'open' : state);
		}
		if ('fault' in outcome) throw outcome.fault;
		const ask = free.flatMap(({ state, own }) => (state === 'mine' ? own : []));
		// For a single message it is not worth the write.
		if (!isRetry && this.keys.size > 1 && ask.length > 0) void settle(row.ask(store, () => ask));
	}

	/** @returns false where another execution of this process has it */
	private hold(key: Key): boolean {
		const { held } = this.row;
		const isHeld = held.has(key.name);
		key.state = isHeld && performance.now() >= this.waitsUntil ? 'open' : 'later';
		if (isHeld) return false;
		const hold = new Promise<void>((resolve) => (key.free = resolve));
		held.set(
			key.name,
			hold.then(() => void held.delete(key.name)),
		);
		return true;
	}

	private giveBack(key: Key): void {
		this.end(key, 'later', [], [key.name, key.open]);
	}

	/** Other executions of this process can have the key once its entries are removed. */
	private end(key: Key, state: KeyState, accepted: Key[] = [], free: string[] = []): void {
		key.state = state;
		const marks = [key.own, key.asked];
		this.ends.push(this.row.remove(this.store, marks, accepted, free).then(() => release(key)));
	}
}

/** Ends the hold of a key in this process. */
function release(key: Key, state = key.state): void {
	key.state = state;
	key.free?.();
	key.free = undefined;
}
