import { isAbove } from '../../shared/api/wire';
import { hash, Journal } from '../../shared/operation/ledger';
import type { Asked, Run } from '../../shared/operation/run';
import type { Deferral } from '../hours/deferral';
import { callsTo, fromNow, learnId, type Call, type Caller, type CallTimes } from './calls';
import type { Spent } from './caps';
import { printOf, type Acceptance, type Item } from './items';
import type { Outgoing } from './outgoing';

/** The time that the call deferred its message to. */
interface Carried {
	deferral?: Deferral;
}

/** What a later try needs to find out about a message. */
export type Open = CallTimes & Carried & { execution: string };

/** When the last run of the node in this execution began, and the highest ID then, by account. */
interface LastRun extends Spent {
	run: string;
	began: number;
	above: { [account: string]: string | undefined };
	/** The names of items that a retry left in doubt by the list alone, and counted. */
	doubted: { [name: string]: true };
}

/** What all nodes of the execution that send for one account know. */
interface Sent {
	/** The highest ID when their last run ended. */
	above: string;
	/** The IDs that items of retries have; each with the execution whose agent called for it, or ''. */
	taken: { [id: string]: string };
}

/** The journal of a run of Send, with what all nodes of the execution that send know. */
export class SendJournal extends Journal<Acceptance & Carried, Open, LastRun> {
	readonly by: Caller;
	private readonly sent: Partial<Sent>;
	/**
	 * When the last run of any node of the first execution ended, for whatever account, and when a run of a retry sent nothing
	 * last, since the first execution still sent; in ms since the epoch.
	 */
	readonly last: { began?: number; stopped?: number };
	/** Names the account in what is saved: a retry may have another credential, and the IDs of its account are others. */
	private readonly key: string;

	constructor({ context, service }: Run, name: string, asked: Array<Asked<Outgoing>>) {
		const { account } = service;
		super(context, name, printOf(asked), account.id);
		const { isRetry } = this;
		this.by = { account: account.id, execution: this.execution, began: this.began, isRetry };
		this.key = hash('sent', account.id);
		this.sent = this.shared(this.key);
		this.last = this.shared('sent');
		// An execution that waited may go on in another process.
		if (this.sent.above !== undefined) learnId(account.id, this.sent.above);
		// A retry of this run looks for what comes from now on.
		if (isRetry) return;
		const { began, above } = fromNow(account.id);
		Object.assign(this.facts, { run: this.run, began, above: { [this.key]: above } });
	}

	override close(isOver: boolean): void {
		// A retry may begin with a later run, of any node. All that it may have sent is newer than this.
		const { began, above } = fromNow(this.by.account);
		if (!this.isRetry) [this.last.began, this.sent.above] = [began, above];
		super.close(isOver);
	}

	/**
	 * All that earlier tries of the run sent is newer than this message and this time. Not known of an agent's call: in a
	 * retry the agent runs anew, and makes all its calls again.
	 */
	get since(): { above?: string; began?: number } {
		if (this.isTool) return {};
		const { facts, last, sent, key } = this;
		return facts.run === this.run
			? { above: facts.above?.[key], began: facts.began }
			: { above: sent.above, began: last.began };
	}

	/** An item has this message. Kept in retries only, where messages are taken from the list. */
	take(id: string): void {
		if (this.isRetry) this.taken[id] = this.isTool ? this.execution : '';
	}

	/** Whether an item has the message. In a retry an agent makes its calls anew: only those of this execution count. */
	isTaken(id: string): boolean {
		const by = this.taken[id];
		return by !== undefined && (by === '' || !this.isTool || by === this.execution);
	}

	/** Whether the caps of this execution have counted the message: it was saved with it, or an item took it. */
	isKnown(id: string): boolean {
		const { above } = this.sent;
		return this.taken[id] !== undefined || (above !== undefined && !isAbove(id, above));
	}

	private get taken(): { [id: string]: string | undefined } {
		return (this.sent.taken ??= {});
	}

	/**
	 * A call for this very item that this process knows, made by this execution, by the one that it retries, or by another
	 * retry of that. The first may still go on. Not if another item has its message: retries may pair equal messages differently.
	 */
	callFor({ to, name }: Item, open?: Open): Call | undefined {
		const { by, isRetry } = this;
		const isKin = (other: Caller) =>
			[by.execution, open?.execution].includes(other.execution) ||
			((isRetry || other.isRetry) && other.began === by.began);
		return callsTo(to).find(
			(call) =>
				call.name === name && isKin(call.by) && (call.id === undefined || !this.isTaken(call.id)),
		);
	}
}
