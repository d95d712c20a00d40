import type { IExecuteFunctions } from 'n8n-workflow';

import { settle } from '../../api/promises';
import type { KeyState, Guarded } from './claims';
import { doneEntries, proof } from './entries';
import { inquire } from './inquiry';
import { Recorder, type Obstacle } from './recorder';
import { StoreRow } from './storeRow';

/** Most keys of a run that are checked at its end: n8n compares each with its whole list. */
const MOST_LOOKED_AT = 500;

/**
 * Keeps a write from being made twice where its execution does not remember it: after the process was
 * killed and its job started again, or, by a Send Once Key, in another execution. See `Recorder`.
 */
export class Guard {
	private readonly row: StoreRow;
	private readonly recorder: Recorder;
	private readonly begun = new Set<Guarded>();
	/** Those that were removed, or never were in the store. */
	private readonly gone = new Set<Guarded>();
	private readonly proofs: string[] = [];
	/** Of the keys whose writes were accepted. */
	private readonly done: string[] = [];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly items: Guarded[],
	) {
		this.row = StoreRow.of(context);
		this.recorder = new Recorder(context, this.row, this.isNeeded, items);
	}

	/** n8n does not start a manual run again, and its workflow may not be saved yet. */
	private get isNeeded(): boolean {
		return this.context.getMode() !== 'manual' || this.items.some(({ key }) => key !== undefined);
	}

	/**
	 * Waits until the item is recorded for certain.
	 *
	 * @returns `go`, or why the write must not be made
	 * @throws what the store throws: then nothing may be done
	 */
	async admit(item: Guarded): Promise<'go' | Obstacle | KeyState> {
		const outcome = await settle(async () => await this.recorder.ready(item));
		if ('fault' in outcome && this.isNeeded) throw outcome.fault;
		const obstacle = this.recorder.obstacles.get(item);
		const { claims, released } = this.row;
		const used = obstacle ? undefined : claims.stateFor(item, this.recorder);
		if (used === 'free' && item.key !== undefined) {
			// The item of this run that had the key before was refused.
			released.take(item.key);
			claims.passOn(item);
			return 'go';
		}
		return obstacle ?? used ?? 'go';
	}

	/** The write is about to be made. */
	begin(item: Guarded): void {
		this.begun.add(item);
	}

	/** @param id of the result, by which a later life of the execution recognises it */
	confirm(item: Guarded, id: string): void {
		this.proofs.push(proof(item, id));
		this.recorder.confirmations.add([proof(item, id)]);
		if (item.key === undefined) return;
		this.recorder.confirmations.add(doneEntries(item.key));
		this.done.push(doneEntries(item.key)[0]);
		this.row.claims.decide(item, 'done');
	}

	/** The write was not made after all. */
	notMade(item: Guarded): void {
		this.begun.delete(item);
	}

	/** The write was refused: it may be made later. What other processes had recorded stays. */
	release(item: Guarded): void {
		this.begun.delete(item);
		const token = this.recorder.claimed.get(item);
		const hasKey = this.row.claims.decide(item, 'free');
		if (token === undefined) return;
		this.row.released.add(item.slot, token);
		if (hasKey && item.key !== undefined) this.row.released.add(item.key, token);
	}

	/** It is unknown whether the write was made. */
	leaveOpen(item: Guarded): void {
		this.row.claims.decide(item, 'open');
	}

	/** Waits for the other run of this process that has the item's key. @returns 'free': this one may have it */
	elsewhere = async (item: Guarded): Promise<KeyState> => await this.row.claims.outcome(item);

	/** @returns those whose keys were used by a write that was accepted, as the first or second entry says */
	async used<T extends Guarded>(items: T[], which: 0 | 1): Promise<Set<T>> {
		const done = items.map(({ key = '' }) => doneEntries(key));
		const [entries, twins] = [which, 1 - which].map((nth) => done.map((both) => both[nth]));
		const slots = items.filter((item) => !this.gone.has(item)).map(({ slot }) => slot);
		const found = await inquire(this.context, this.row, entries, { twins, alsoRemove: slots });
		for (const item of items) this.gone.add(item);
		return new Set(items.filter((_, n) => found.has(entries[n])));
	}

	/** @returns for each id whether an earlier life confirmed it as the item's result */
	async proven(asked: Array<{ item: Guarded; id: string }>): Promise<boolean[]> {
		const proofs = asked.map(({ item, id }) => proof(item, id));
		const found = await inquire(this.context, this.row, proofs);
		return proofs.map((entry) => found.has(entry));
	}

	/**
	 * To be called when nothing more will be done.
	 *
	 * @param isLast false where other executions may go back to the same origin: the entries stay
	 */
	async finish(isLast: boolean): Promise<void> {
		const { obstacles, claimed, tokens } = this.recorder;
		// What was removed lately may have been written back.
		const lately = [...this.gone].slice(-MOST_LOOKED_AT).filter((item) => claimed.has(item));
		const isThere = (item: Guarded) => !this.gone.has(item);
		const recorded = [...(await this.recorder.stop()).filter(isThere), ...lately];
		for (const item of recorded) {
			const token = claimed.get(item);
			if (!obstacles.has(item) && !this.begun.has(item)) this.release(item);
			else if (obstacles.has(item) && token) this.row.released.add(item.slot, token);
		}
		// Entries that were in the store for longer are no longer overwritten.
		const used = [...this.begun].flatMap(({ key }) => key ?? []).slice(-MOST_LOOKED_AT);
		const staying = [...used, ...this.done.slice(-MOST_LOOKED_AT)];
		await settle(async () => await this.recorder.confirmRest(staying));
		const isFree = (item: Guarded, entry = '') =>
			claimed.has(item) && this.row.released.tokenOf(entry) === claimed.get(item);
		const free = recorded.flatMap((item) =>
			[item.slot, item.key ?? ''].filter((entry) => isFree(item, entry)),
		);
		const isGone = new Set(free);
		const kept = recorded.map(({ slot }) => slot).filter((slot) => !isGone.has(slot));
		// In the same call, and first: a token that is there proves that the entries are.
		const removed = [...(free.length > 0 || kept.length === 0 ? tokens.splice(0) : []), ...free];
		const due = this.row.retired.due();
		await settle(async () => await this.row.remove(this.context.helpers, [...removed, ...due]));
		this.row.claims.drop(this.items, this.recorder);
		if (isLast) this.row.retired.add([...kept, ...this.proofs, ...tokens]);
	}
}
