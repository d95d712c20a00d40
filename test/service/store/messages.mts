import { Table, type IdSequence } from './table.mts';

/** The campaign that holds a message. Times are ms since the epoch. */
export interface StoredCampaign {
	id: string;
	status: string;
	createTs: number;
	/** null until sending started. */
	sentTs: number | null;
	/** null unless sending was deferred. */
	deferredToTs: number | null;
}

export class Campaigns extends Table<StoredCampaign> {
	add(row: Partial<StoredCampaign> & { createTs: number }): StoredCampaign {
		const empty = { status: 'DONE', sentTs: null, deferredToTs: null };
		return this.put({ ...empty, ...row, id: this.idFor(row.id) });
	}
}

/**
 * A message as the service shows it now; a change makes a new one. Times are ms since the epoch, in whole
 * seconds where they are shown.
 */
export interface StoredMessage {
	readonly id: string;
	readonly campaignId: string;
	readonly from: string;
	readonly to: string;
	readonly text: string;
	readonly status: string;
	readonly segNum: number;
	/** The price of a segment, with four digits after the point. */
	readonly segUserBuy: string;
	readonly groups: string;
	/** null until sending started. */
	readonly startSendTs: number | null;
	/** null until sending started. */
	readonly statusUpdateTs: number | null;
	readonly createdAt: number;
}

export const wholeSecond = (ms: number): number => Math.floor(ms / 1000) * 1000;

export class Messages extends Table<StoredMessage> {
	private readonly hidden = new Set<string>();
	/** What changed messages were before, oldest first, each with the time (ms) it was replaced. */
	private readonly earlier = new Map<string, Array<{ row: StoredMessage; until: number }>>();

	constructor(
		ids: IdSequence,
		private readonly now: () => number,
	) {
		super(ids);
	}

	/**
	 * @param visible false keeps it out of Message/List until `show`
	 * @throws Error when the id is taken
	 */
	add(row: Omit<StoredMessage, 'id'> & { id?: string }, visible = true): StoredMessage {
		const message: StoredMessage = this.put(Object.assign(row, { id: this.idFor(row.id) }));
		if (!visible) this.hidden.add(message.id);
		this.changed();
		return message;
	}

	/** Puts a message that was added invisible into Message/List. */
	show(id: string): void {
		this.hidden.delete(id);
		this.changed();
	}

	/** Takes a message out of Message/List, as one that is too old for it. */
	hide(id: string): void {
		this.hidden.add(id);
		this.changed();
	}

	/** @throws Error when there is no such message */
	update(id: string, change: Partial<Omit<StoredMessage, 'id'>>): StoredMessage {
		const old = this.rows.get(id);
		if (old === undefined) throw new Error(`No message ${id}`);
		const message: StoredMessage = Object.assign({ ...old }, change);
		this.rows.set(id, message);
		const before = this.earlier.get(id) ?? [];
		this.earlier.set(id, [...before, { row: old, until: this.now() }]);
		this.changed();
		return message;
	}

	/** All that Message/List may show. */
	listed(): StoredMessage[] {
		return [...this.all()].filter(({ id }) => !this.hidden.has(id));
	}

	/** The message as it was at `moment` (ms); one that was not there yet, as it was at first. */
	asOf(message: StoredMessage, moment: number): StoredMessage {
		const then = this.earlier.get(message.id)?.find(({ until }) => until > moment);
		return then?.row ?? message;
	}
}
