import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Acceptance } from './verdict';

interface Entry {
	/** Hash of the recipient: the entry is saved with the execution, where the number has no business. */
	to: string;
	/** When the call began, in ms since the epoch. */
	since: number;
	/** Absent while it is not known whether the service took the message. */
	accepted?: Acceptance;
}

type Entries = { [itemIndex: string]: Entry };

/**
 * What happened to the messages of this run of the node, kept in the execution. It outlives a try of
 * Retry On Fail, which runs the whole node again, and an execution that is retried by hand. Entries
 * belong to the run (a node in a loop runs several times), the item, and its recipient.
 */
export class Ledger {
	private readonly runs: { [runIndex: string]: Entries };

	private readonly runIndex: string;

	constructor(context: IExecuteFunctions) {
		const kept = context.getContext('node');
		this.runs = kept.sends ??= {};
		this.runIndex = String(context.getWorkflowDataProxy(0).$runIndex ?? 0);
		this.runs[this.runIndex] ??= {};
	}

	find(itemIndex: number, recipient: string): Entry | undefined {
		const entry = this.runs[this.runIndex][itemIndex];
		return entry?.to === hash(recipient) ? entry : undefined;
	}

	/** To be called before the request goes out. */
	pending(itemIndex: number, recipient: string): Entry {
		const entry: Entry = { to: hash(recipient), since: Date.now() };
		this.runs[this.runIndex][itemIndex] = entry;
		return entry;
	}

	accepted(itemIndex: number, acceptance: Acceptance): void {
		this.runs[this.runIndex][itemIndex].accepted = acceptance;
	}

	/** The service refused the message: a further try may send it. */
	forget(itemIndex: number): void {
		delete this.runs[this.runIndex][itemIndex];
	}

	/** The run ended well, nothing will be tried again: the execution need not carry its entries. */
	drop(): void {
		delete this.runs[this.runIndex];
	}
}

const hash = (recipient: string): string =>
	createHash('sha256').update(recipient).digest('base64url').slice(0, 16);
