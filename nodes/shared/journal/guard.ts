import type { IExecuteFunctions } from 'n8n-workflow';

import { settle } from '../outcome';
import type { KeyState } from './claim';
import { inquire } from './inquiry';
import { Recorder, type Guarded, type Obstacle } from './recorder';
import { StoreRow } from './storeRow';

const doneEntry = (key: string): string => `${key}\u0000done`;

const proof = ({ slot }: Guarded, id: string): string => `${slot} ${id}`;

/**
 * Keeps a write from being made twice where its execution does not remember it: after the process was
 * killed and its job started again, or, by a Send Once Key, in another execution. See `Recorder`.
 */
export class Guard {
	private readonly row: StoreRow;

	private readonly recorder: Recorder;

	private readonly begun = new Set<Guarded>();

	/** Those that are out of the store again, or never were in it. */
	private readonly gone = new Set<Guarded>();

	private readonly proofs: string[] = [];

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
		if (obstacle || item.key === undefined) return obstacle ?? 'go';
		const claim = this.row.claims.get(item.key);
		if (claim === undefined || claim.item === item || claim.state === undefined) return 'go';
		if (claim.state !== 'free') return claim.state;
		// The item of this run that had the key before was refused.
		this.row.released.delete(item.key);
		[claim.item, claim.state] = [item, undefined];
		return 'go';
	}

	/** The write is about to be made. */
	begin(item: Guarded): void {
		this.begun.add(item);
	}

	/** @param id by which a later life of the execution knows the result as its own */
	confirm(item: Guarded, id: string): void {
		this.proofs.push(proof(item, id));
		this.recorder.confirm(proof(item, id));
		if (item.key === undefined) return;
		this.recorder.confirm(doneEntry(item.key));
		this.settleKey(item, 'done');
	}

	/** The write was not made after all. */
	notMade(item: Guarded): void {
		this.begun.delete(item);
	}

	/** The write was refused: it may be made later. */
	release(item: Guarded): void {
		this.begun.delete(item);
		this.row.released.add(item.slot);
		if (this.settleKey(item, 'free') && item.key !== undefined) this.row.released.add(item.key);
	}

	/** Nobody knows whether the write was made. */
	leaveOpen(item: Guarded): void {
		this.settleKey(item, 'open');
	}

	/** Waits for the other run of this process that has the item's key. @returns 'free': this one may have it */
	async elsewhere({ key }: Guarded): Promise<KeyState> {
		const claim = this.row.claims.get(key ?? '');
		return claim?.state ?? (await claim?.settled) ?? 'free';
	}

	/** @returns those whose keys were used by a write that was accepted */
	async used<T extends Guarded>(items: T[]): Promise<Set<T>> {
		const entries = items.map(({ key }) => doneEntry(key ?? ''));
		const slots = items.filter((item) => !this.gone.has(item)).map(({ slot }) => slot);
		const found = await inquire(this.context, this.row, entries, slots);
		for (const item of items) this.gone.add(item);
		return new Set(items.filter((_, n) => found.has(entries[n])));
	}

	/** @returns those of the ids that an earlier life confirmed as the item's result */
	async proven(item: Guarded, ids: string[]): Promise<string[]> {
		const found = await inquire(
			this.context,
			this.row,
			ids.map((id) => proof(item, id)),
		);
		return ids.filter((id) => found.has(proof(item, id)));
	}

	/**
	 * To be called when nothing more will be done.
	 *
	 * @param isLast false where other executions may go back to the same origin: the entries stay
	 */
	async finish(isLast: boolean): Promise<void> {
		const recorded = (await this.recorder.stop()).filter((item) => !this.gone.has(item));
		for (const item of recorded) {
			const obstacle = this.recorder.obstacles.get(item);
			if (!this.begun.has(item) && obstacle === undefined) this.release(item);
			if (obstacle === 'seen' || obstacle === 'elsewhere') this.row.released.add(item.slot);
		}
		const hasKeys = this.items.some(({ key }) => key !== undefined);
		await settle(async () => await this.recorder.confirmRest(hasKeys));
		const entries = recorded.flatMap(({ slot, key }) => (key === undefined ? [slot] : [slot, key]));
		const released = entries.filter((entry) => this.row.released.has(entry));
		const kept = recorded.map(({ slot }) => slot).filter((slot) => !this.row.released.has(slot));
		const removed = [...released, ...this.row.due()];
		await settle(async () => await this.row.remove(this.context.helpers, removed));
		for (const { key } of this.items) {
			if (key !== undefined && this.row.claims.get(key)?.owner === this.recorder)
				this.row.claims.delete(key);
		}
		if (isLast) this.row.retire([...kept, ...this.proofs]);
	}

	/** @returns false when the key is not, or no longer, this item's */
	private settleKey(item: Guarded, state: KeyState): boolean {
		const claim = item.key === undefined ? undefined : this.row.claims.get(item.key);
		if (claim?.item !== item) return false;
		claim.settle(state);
		return true;
	}
}
