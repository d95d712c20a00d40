import type { IDataObject } from 'n8n-workflow';

import { isAbove, isRecord } from '../../shared/api/wire';
import { hash, Journal } from '../../shared/operation/ledger';
import type { Asked, Run } from '../../shared/operation/run';
import type { Deferral } from '../hours/deferral';
import { callsTo, fromNow, learnId, type Call, type Caller, type CallTimes } from './calls';
import { printOf, type Acceptance, type Item } from './items';
import type { Outgoing } from './outgoing';

/** The time that the call deferred its message to. */
interface Carried {
	deferral?: Deferral;
}

/** What a later try needs to find out about a message. */
export type Open = CallTimes & Carried & { execution: string };

/** The journal of a run of Send, with what all nodes of the execution that send for its account know. */
export class SendJournal extends Journal<Acceptance & Carried, Open> {
	readonly by: Caller;
	private readonly sent: IDataObject;
	/** What holds for all accounts. */
	private readonly last: IDataObject;
	/** Names the account in what is saved: a retry may have the credential of another one, whose ids are others. */
	private readonly ids: string;

	constructor({ context, service }: Run, name: string, asked: Array<Asked<Outgoing>>) {
		const { account } = service;
		super(context, name, printOf(asked), account.id);
		this.by = { account: account.id, execution: this.execution, began: this.began };
		this.ids = hash('sent', account.id);
		this.sent = this.shared(this.ids);
		this.last = this.shared('sent');
		// An execution that waited may go on in another process.
		if (typeof this.sent.above === 'string') learnId(account.id, this.sent.above);
		// What comes now is what a retry of this run looks for.
		if (this.isRetry) return;
		const { began, above } = fromNow(account.id);
		Object.assign(this.facts, { run: this.run, began, [this.ids]: above });
	}

	override close(isOver: boolean): void {
		// If a retry begins with a later run, of any node, that run can have sent only what comes now.
		const { began, above } = fromNow(this.by.account);
		if (!this.isRetry) [this.last.began, this.sent.above] = [began, above];
		super.close(isOver);
	}

	/** The message and the time after which all that the run sent was made. An agent is run anew, with all its calls. */
	get since(): IDataObject {
		if (this.isTool) return {};
		const { facts, last, sent, ids } = this;
		return facts.run === this.run
			? { above: facts[ids], began: facts.began }
			: { above: sent.above, began: last.began };
	}

	/** In a retry: an item of it has this message. */
	take(id: string): void {
		if (this.isRetry) this.taken[id] = this.isTool ? this.execution : '';
	}

	/** Whether an item of this execution has the message, or of those that it is a retry of; an agent calls anew for its own. */
	isTaken(id: string): boolean {
		const by = this.taken[id];
		return by !== undefined && (by === '' || !this.isTool || by === this.execution);
	}

	/** Whether the message is older than what is saved of the execution that it retries, or an item of that took it. */
	isKnown(id: string): boolean {
		const { above } = this.sent;
		return this.taken[id] !== undefined || (typeof above === 'string' && !isAbove(id, above));
	}

	private get taken(): Record<string, unknown> {
		return isRecord(this.sent.taken) ? this.sent.taken : (this.sent.taken = {});
	}

	/**
	 * The call for this very item that this process knows, of this execution, of the one that it retries or of another
	 * retry of that, unless another item has its message: retries may pair equal messages differently.
	 */
	callFor({ to, name }: Item, open?: Open): Call | undefined {
		const { by, isRetry } = this;
		const isKin = ({ execution, began }: Caller) =>
			[by.execution, open?.execution].includes(execution) || (isRetry && began === by.began);
		return callsTo(to).find(
			(call) =>
				call.name === name && isKin(call.by) && (call.id === undefined || !this.isTaken(call.id)),
		);
	}
}
