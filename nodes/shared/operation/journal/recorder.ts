import { randomUUID } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import { settle } from '../../api/promises';
import { Confirmations } from './entries';
import type { Guarded } from './claims';
import type { StoreRow } from './storeRow';

/** Why a write may not be made: an earlier life began it, the key is in the store, another run has the key. */
export type Obstacle = 'begun' | 'seen' | 'elsewhere';

/** After a kill, what was recorded ahead stays unknown; a Send Once Key would stay so for ever. */
const BATCH = 25;
const BATCH_OF_KEYS = 10;

/** The batch after the next is recorded when this share of a batch has begun. */
const AHEAD_FROM = 0.6;

/** How often lost entries are written again. */
const MOST_CHECKS = 10;

/**
 * Records in n8n's store what is about to be done, in batches. A batch may begin when a later write has
 * found it still there, because another process may have overwritten it. That write records the next
 * batch, and is made while the batch before is under way. Only the first batch has to wait for it.
 */
export class Recorder {
	readonly obstacles = new Map<Guarded, Obstacle>();
	/** Items whose slot no other run had begun, each with the token that was written with it. */
	readonly claimed = new Map<Guarded, string>();
	/** Written together with the next batches. */
	readonly confirmations = new Confirmations();
	private readonly places: Map<Guarded, number>;
	/** Write n records batch n; after write n + 1 it may begin. */
	private readonly writes: Array<Promise<void>> = [];
	/** One is written each time: if two processes record the same at once, they show which was last. */
	readonly tokens: string[] = [];
	private lastWrite = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly row: StoreRow,
		private readonly patient: boolean,
		private readonly items: Guarded[],
		private readonly size = items.some(({ key }) => key !== undefined) ? BATCH_OF_KEYS : BATCH,
	) {
		this.places = new Map(items.map((item, n) => [item, n]));
	}

	/** Waits until the item is in the store for certain. @throws what the store throws */
	async ready(item: Guarded): Promise<void> {
		const place = this.places.get(item) ?? 0;
		const batch = Math.floor(place / this.size);
		await this.write(batch + 1);
		// Not earlier: what is recorded ahead stays unknown when the process is killed.
		const isLate = place % this.size >= AHEAD_FROM * this.size;
		if (isLate && (batch + 1) * this.size < this.items.length)
			void settle(() => this.write(batch + 2));
	}

	/** Waits for writes that are under way. @returns the items that are in the store, or may be */
	async stop(): Promise<Guarded[]> {
		await Promise.allSettled(this.writes);
		return this.items.slice(0, this.writes.length * this.size);
	}

	/**
	 * Writes what was confirmed since the last write. `staying` is checked again until it stays, after growing
	 * pauses, because the process that overwrote it was slower than expected.
	 */
	async confirmRest(staying: string[]): Promise<void> {
		const entries = [...new Set([...this.confirmations.rest(), ...staying])];
		for (let count = 0; entries.length > 0 && count <= MOST_CHECKS; count++) {
			if (count > 0) await this.row.gap(Date.now(), 2 ** (count - 1));
			const added = await this.row.record(this.context.helpers, entries, { patient: this.patient });
			if (staying.length === 0 || (count > 0 && added.size === 0)) return;
		}
	}

	private write = async (n: number) => await (this.writes[n] ??= this.writeAfter(n));

	private async writeAfter(n: number): Promise<void> {
		if (n > 0) await this.write(n - 1);
		const { items, size } = this;
		const [underWay, checked, fresh] = [n - 2, n - 1, n].map((at) =>
			at < 0 ? [] : items.slice(at * size, (at + 1) * size),
		);
		let open = checked;
		const checks = () => open.some((item) => !this.obstacles.has(item));
		for (let count = 0; count === 0 || checks(); count++) {
			if (count === MOST_CHECKS) throw new Error('another process overwrites what was recorded');
			if (checks()) await this.row.gap(this.lastWrite);
			open = await this.record(count === 0 ? fresh : [], open, underWay);
		}
	}

	/** @returns those of `open` that were lost; they are written again, but may get lost again */
	private async record(fresh: Guarded[], open: Guarded[], underWay: Guarded[]): Promise<Guarded[]> {
		const { claims, released } = this.row;
		const taken = fresh.filter((item) => claims.take(item, this));
		for (const item of fresh) if (!taken.includes(item)) this.obstacles.set(item, 'elsewhere');
		const checked = open.filter((item) => !this.obstacles.has(item));
		if (taken.length + checked.length === 0) return [];
		const token = `\u0000${randomUUID()}`;
		this.tokens.push(token);
		const keyOf = (item: Guarded) => (claims.has(item) && item.key) || undefined;
		// Items without their key were not begun, and must not look so: another run may free the key.
		const begun = underWay.filter((item) => (this.obstacles.get(item) ?? 'begun') === 'begun');
		const entries = [...taken, ...checked, ...begun].flatMap((item) =>
			[item.slot, keyOf(item) ?? [], this.claimed.get(item) ?? []].flat(),
		);
		const proofs = entries.flatMap((entry) => released.tokenOf(entry) ?? []);
		const added = await this.row.record(
			this.context.helpers,
			[...new Set([...entries, token, ...proofs, ...this.confirmations.next()])],
			{ patient: this.patient, stopped: this.context.getExecutionCancelSignal() },
		);
		this.lastWrite = Date.now();
		this.tokens.push(...proofs.filter((proof) => added.has(proof)));
		// It was written before and the answer was lost: what is there now proves nothing.
		if (!added.has(token)) {
			released.forget(new Set(proofs));
			for (const item of checked) this.obstruct(item, 'begun');
		}
		const isFree = (entry: string) => released.take(entry) || added.has(entry);
		for (const item of taken) {
			const key = keyOf(item);
			this.claimed.set(item, token);
			if (!isFree(item.slot)) this.obstruct(item, 'begun');
			else if (key && !isFree(key)) this.obstruct(item, 'seen');
		}
		return checked.filter((item) => this.isLost(item, keyOf(item), added));
	}

	/** An entry without the token that was written with it belongs to another process, which wrote last. */
	private isLost(item: Guarded, key: string | undefined, added: Set<string>): boolean {
		const lost = [this.claimed.get(item), item.slot, key].map((entry = '') => added.has(entry));
		const [tokenIsLost, slotIsLost, keyIsLost] = lost;
		if (tokenIsLost && !slotIsLost) this.obstruct(item, 'begun');
		else if (tokenIsLost && key !== undefined && !keyIsLost) this.obstruct(item, 'seen');
		else return lost.includes(true);
		return false;
	}

	private obstruct(item: Guarded, obstacle: Obstacle): void {
		if (obstacle === 'begun') this.claimed.delete(item);
		this.obstacles.set(item, obstacle);
		this.row.claims.decide(item, obstacle === 'seen' ? 'seen' : 'open');
	}
}
