import type { Service } from '../../shared/api/service';
import { groupBy } from '../../shared/groupBy';
import { pool } from '../../shared/operation/pool';
import type { Asked, Run } from '../../shared/operation/run';
import { settle } from '../../shared/outcome';
import { showHints } from './hints';
import { Ledger } from './ledger';
import { mostCareful } from './mostCareful';
import { OnceKeys } from './onceKeys';
import { keyNotRecorded, keySeen, unknownOutcome } from './outcomes';
import type { Outgoing } from './outgoing';
import { acceptedOutput, dryRunOutput, skippedOutput } from './output';
import { recover, type Unclear } from './recover';
import { judge, METHOD, type Acceptance } from './verdict';
import { waitForDelivery, type Awaited } from './waitForDelivery';

type Item = Asked<Outgoing>;

/**
 * The sending of one run: every message at most once, whatever happens to the answers. What is known
 * after a call is decided in `verdict.ts`, what is remembered in `ledger.ts`.
 */
export class Sending {
	private readonly ledger: Ledger;

	private readonly keys: OnceKeys;

	private readonly service: Service;

	private readonly maxConcurrent: number;

	private readonly begun = new Set<number>();

	private unclear: Unclear[] = [];

	private readonly awaited: Awaited[] = [];

	/** Ids of messages that belong to an item of this run. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly run: Run,
		private readonly asked: Item[],
	) {
		const limits = mostCareful(asked.map(({ params }) => params.options));
		this.ledger = new Ledger(run.context);
		this.keys = new OnceKeys(run.context);
		this.service = run.service.paced(limits.intervalMs);
		this.maxConcurrent = limits.maxConcurrent;
	}

	async finish(): Promise<void> {
		let queue = this.settleKnown();
		await this.settleUnclear();
		while (queue.length > 0 && !this.run.halted) {
			await this.send(queue);
			await this.settleUnclear();
			queue = queue.filter(({ index }) => !this.begun.has(index));
		}
		// What was sent stays sent, also when the store does not work now.
		await settle(async () => await this.keys.finish());
		if (this.run.halted) return;
		await waitForDelivery(this.run, this.awaited);
		const outputs = this.awaited.map(({ output }) => output);
		showHints(this.run.context, outputs);
		// Stopped while it waited, the execution may be retried, and must still know what it sent.
		// With a failed item n8n may run the node again, also where it is to continue.
		if (!this.run.halted && this.run.faults.size === 0) this.ledger.drop();
	}

	/** Settles what is not to be sent: what an earlier try sent, what is too late, dry runs. @returns the rest */
	private settleKnown(): Item[] {
		return this.asked.filter(({ index, params }) => {
			const { tooLate, options } = params;
			const entry = options.dryRun ? undefined : this.ledger.find(index, params.recipient);
			if (entry?.accepted) this.accept(index, params, entry.accepted);
			else if (entry) this.unclear.push({ index, message: params, since: entry.since });
			else if (tooLate !== undefined) this.run.fail(index, tooLate);
			else if (options.dryRun) this.run.settle(index, dryRunOutput(params));
			else return true;
			return false;
		});
	}

	/** In stop mode it pauses at the first unclear outcome, so that a service in trouble gets no more. */
	private async send(queue: Item[]): Promise<void> {
		const halted = () => this.run.halted || (this.unclear.length > 0 && !this.run.continues);
		await pool(sameKeyTogether(queue), this.maxConcurrent, halted, async (group) => {
			for (const item of group) if (!halted()) await this.sendOne(item);
		});
	}

	private async sendOne({ index, params: message }: Item): Promise<void> {
		this.begun.add(index);
		const { onceKey, ifSeen } = message.options;
		if (onceKey !== undefined) {
			const claim = await settle(async () => await this.keys.claim(onceKey));
			if ('fault' in claim) return this.run.fail(index, keyNotRecorded(claim.fault));
			if (!claim.value && ifSeen === 'error') return this.run.fail(index, keySeen(onceKey));
			if (!claim.value) return this.run.settle(index, skippedOutput(message));
		}
		const { recipient, text, from, params } = message;
		let since = Date.now();
		const outcome = await settle(
			async () =>
				await this.service.write(METHOD, { recipient, text, from, params }, () => {
					since = this.ledger.pending(index, recipient).since;
				}),
		);
		const verdict = judge(outcome);
		if (verdict.kind === 'accepted') return this.accept(index, message, verdict.acceptance);
		if (verdict.kind === 'unknown') {
			this.unclear.push({ index, message, since, fault: verdict.fault });
			return;
		}
		this.ledger.forget(index);
		// A key that cannot be taken back blocks its message, which is the safe side.
		if (onceKey !== undefined) await settle(async () => await this.keys.release(onceKey));
		this.run.fail(index, verdict.fault);
	}

	private accept(index: number, message: Outgoing, acceptance: Acceptance): void {
		const messageId = String(acceptance.messageId);
		const output = acceptedOutput(message, acceptance);
		this.taken.add(messageId);
		this.ledger.accepted(index, acceptance);
		this.awaited.push({ messageId, output, seconds: message.options.waitForDelivery });
		this.run.settle(index, output);
	}

	private async settleUnclear(): Promise<void> {
		const unclear = this.unclear;
		const open = await recover(this.run, unclear, this.taken, ({ index, message }, acceptance) =>
			this.accept(index, message, acceptance),
		);
		this.unclear = [];
		for (const item of open) this.run.fail(item.index, unknownOutcome(item));
	}
}

/** Items with one key are sent one after another: where the first is refused, the next may go. */
const sameKeyTogether = (items: Item[]): Item[][] =>
	groupBy(items, ({ index, params: { options } }) =>
		options.onceKey === undefined ? `item ${index}` : `key ${options.onceKey}`,
	);
