import type { IExecuteFunctions } from 'n8n-workflow';

import type { Guarded } from './guarded';
import type { StoreRow } from './storeRow';

/** Why a write may not be made: an earlier life began it, the key is in the store, another run has the key. */
export type Obstacle = 'begun' | 'seen' | 'elsewhere';

const BATCH = 25;

/** How often entries that another process wrote over are put in again. */
const MOST_CHECKS = 10;

/**
 * Records in n8n's store what is about to be done, in batches. A batch may begin when a later look at
 * the store has found it still there, since another process may have written over it. That look is the
 * write that records the batch after, so there is one write for each batch, made while the batch before
 * is under way. Only the first batch has to wait for it.
 */
export class Recorder {
	readonly obstacles = new Map<Guarded, Obstacle>();

	/** Goes along with the next write, and once more with the one after. */
	private toConfirm: string[] = [];

	private confirmed: string[] = [];

	private readonly batches: Guarded[][] = [];

	private readonly batchOf = new Map<Guarded, number>();

	/** Write n, after which batch n may begin. */
	private readonly writes: Array<Promise<void>> = [];

	private lastWrite = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly row: StoreRow,
		private readonly patient: boolean,
		items: Guarded[],
	) {
		items.forEach((item, n) => {
			const batch = Math.floor(n / BATCH);
			this.batchOf.set(item, batch);
			(this.batches[batch] ??= []).push(item);
		});
	}

	/** Waits until the item is in the store for certain. @throws what the store throws */
	async ready(item: Guarded): Promise<void> {
		const batch = this.batchOf.get(item) ?? 0;
		await this.write(Math.max(1, batch));
		if (batch > 0 && batch + 1 < this.batches.length) this.write(batch + 1).catch(() => undefined);
	}

	confirm(...entries: string[]): void {
		this.toConfirm.push(...entries);
	}

	/** Waits for writes that are under way. @returns the items that are in the store, or may be */
	async stop(): Promise<Guarded[]> {
		await Promise.allSettled(this.writes);
		if (this.writes.length === 0) return [];
		return this.batches.slice(0, this.writes.length + 1).flat();
	}

	/** Writes what was confirmed since the last write. */
	async confirmRest(isSure: boolean): Promise<void> {
		const entries = [...this.confirmed, ...this.toConfirm];
		if (this.toConfirm.length === 0) return;
		const options = { patient: this.patient };
		await this.row.record(this.context.helpers, entries, options);
		for (let checks = 0; isSure && checks < MOST_CHECKS; checks++) {
			await this.row.gap(Date.now());
			const lost = await this.row.record(this.context.helpers, entries, options);
			if (lost.size === 0) return;
		}
	}

	private async write(n: number): Promise<void> {
		this.writes[n] ??= this.writeAfter(n);
		await this.writes[n];
	}

	private async writeAfter(n: number): Promise<void> {
		if (n > 0) await this.write(n - 1);
		const fresh = (n === 0 ? this.batches.slice(0, 2) : this.batches.slice(n + 1, n + 2)).flat();
		const checked = n === 0 ? [] : this.batches.slice(n === 1 ? 0 : n, n + 1).flat();
		const begun = this.batches.slice(Math.max(0, n - 1), n).flat();
		if (checked.some((item) => !this.obstacles.has(item))) await this.row.gap(this.lastWrite);
		let lost = await this.record(fresh, [...begun, ...checked]);
		for (let checks = 0; n > 0 && lost.length > 0; checks++) {
			if (checks === MOST_CHECKS) throw new Error('what was recorded does not stay');
			await this.row.gap(this.lastWrite);
			lost = await this.record([], lost);
		}
	}

	/** @returns those of `again` that had got lost; they are there again, but nobody knows for how long */
	private async record(fresh: Guarded[], again: Guarded[]): Promise<Guarded[]> {
		const { claims } = this.row;
		const claimed = fresh.filter((item) => claims.take(item, this));
		for (const item of fresh) if (!claimed.includes(item)) this.obstacles.set(item, 'elsewhere');
		const named = new Set([...claimed, ...again].filter((item) => claims.has(item)));
		const confirms = [...this.confirmed, ...this.toConfirm];
		this.confirmed = this.toConfirm;
		this.toConfirm = [];
		const entries = [...claimed, ...again].flatMap((item) =>
			named.has(item) ? [item.slot, item.key ?? ''] : [item.slot],
		);
		const added = await this.row.record(this.context.helpers, [...entries, ...confirms], {
			patient: this.patient,
			stopped: this.context.getExecutionCancelSignal(),
		});
		this.lastWrite = Date.now();
		const isNew = (entry: string) => added.has(entry) || this.row.released.delete(entry);
		for (const item of claimed) {
			const [newSlot, newKey] = [isNew(item.slot), !named.has(item) || isNew(item.key ?? '')];
			if (!newSlot || !newKey) this.obstruct(item, newSlot ? 'seen' : 'begun');
		}
		return again.filter((item) => {
			if (this.obstacles.has(item)) return false;
			const [lostSlot, lostKey] = [
				added.has(item.slot),
				named.has(item) && added.has(item.key ?? ''),
			];
			// The key is there and the slot beside it is not: another process wrote its own.
			if (lostSlot && named.has(item) && !lostKey) this.obstruct(item, 'seen');
			else return lostSlot || lostKey;
			return false;
		});
	}

	private obstruct(item: Guarded, obstacle: Obstacle): void {
		this.obstacles.set(item, obstacle);
		this.row.claims.settle(item, obstacle === 'seen' ? 'seen' : 'open');
	}
}
