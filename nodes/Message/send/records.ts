import type { IDataObject } from 'n8n-workflow';

import type { Journal } from '../../shared/operation/journal/journal';
import { idText, isAbove } from '../../shared/api/wire';
import type { Run } from '../../shared/operation/run';
import type { Deferral } from '../hours/deferral';
import {
	beginAttempt,
	decideTime,
	dropAttempt,
	ownAttempts,
	type Attempt,
	type Item,
} from './item';
import type { Bracket, Known, Unclear, Witness } from './match';
import { unknownOutcome } from './failures';
import { noteSent } from './dayCaps';
import { acceptedOutput, dryRunOutput, skippedOutput } from './output';
import type { ServiceTimes } from './serviceTimes';
import type { Acceptance } from './verdict';
import type { Awaited } from './waitForDelivery';

/** The time that the call deferred its message to. */
interface Carried {
	deferral?: Deferral;
}

/** What a later try needs to find out about a message. */
interface Open extends Partial<Bracket>, Carried {
	witness?: Witness;
	hadRivals?: boolean;
}

export type SendJournal = Journal<Acceptance & Carried, Open>;

/**
 * Records the outcome of each message in every place: the run, the journal of the execution, the guard in
 * n8n's store, the attempts of this process.
 */
export class Records implements Known {
	/** Messages that the run has sent, or may have sent. */
	readonly spent = new Set<Item>();

	readonly outputs: IDataObject[] = [];

	readonly skipped: Item[] = [];

	readonly optedOut: Item[] = [];

	readonly awaited: Awaited[] = [];

	/** Ids of messages that belong to an item of this run. */
	readonly taken = new Set<string>();

	/** The first message that was accepted, in this try or in an earlier one that left something unknown. */
	witness: Witness | undefined;

	constructor(
		private readonly run: Run,
		private readonly journal: SendJournal,
	) {}

	/** The request is about to go out. */
	begin(item: Item): Attempt {
		const { above } = this.journal.facts;
		item.guard?.begin(item);
		this.journal.begun(item.index, item.of, carried(item));
		this.spent.add(item);
		return beginAttempt(item.content, item.slot, typeof above === 'string' ? above : undefined);
	}

	/** @param attempt the call that the service answered; undefined if the message was found otherwise */
	accept(item: Item, acceptance: Acceptance, attempt?: Attempt): void {
		const { index, message, of } = item;
		const id = idText(acceptance.messageId);
		this.taken.add(id);
		for (const own of attempt ? [attempt] : ownAttempts(item.content, item.slot)) own.id = id;
		if (attempt) {
			this.witness ??= { campaignId: idText(acceptance.campaignId), attempt };
			const { above } = this.journal.facts;
			if (isAbove(id, typeof above === 'string' ? above : undefined)) this.journal.facts.above = id;
		}
		if (attempt) {
			const isAtOnce = !item.deferral && Number(acceptance.status) === 2;
			noteSent(this.run, message.recipient, id, isAtOnce);
		}
		this.journal.done(index, of, { ...acceptance, ...carried(item) });
		item.guard?.confirm(item, id);
		this.spent.add(item);
		const output = acceptedOutput(item, acceptance);
		const { waitForDelivery } = message.options;
		// A deferred message goes out after the longest wait.
		const seconds = item.deferral ? 0 : waitForDelivery;
		if (waitForDelivery > 0) this.awaited.push({ messageId: id, output, seconds });
		this.outputs.push(output);
		this.run.succeed(index, output);
	}

	/** The service has it in its queue: it is neither sent again nor counted as accepted. */
	queue(item: Item, acceptance: Acceptance): void {
		this.journal.done(item.index, item.of, { ...acceptance, ...carried(item) });
		item.guard?.confirm(item, '');
		this.spent.add(item);
		this.emit(item, acceptedOutput(item, acceptance));
	}

	/** It was certainly not sent, and may be tried again. */
	refuse(item: Item, fault: unknown, attempt?: Attempt): void {
		this.undo(item, attempt);
		item.guard?.release(item);
		this.run.fail(item.index, fault, { recipient: item.message.recipient });
	}

	/** The run was stopped before the request went out. */
	undo(item: Item, attempt?: Attempt): void {
		if (attempt) dropAttempt(attempt);
		this.journal.forget(item.index);
		item.guard?.notMade(item);
		this.spent.delete(item);
	}

	/** The outcome stays unknown: no try of this execution sends it again. */
	leaveUnknown(unclear: Unclear, times: ServiceTimes): void {
		const { item } = unclear;
		const { witness } = this;
		const kept = witness && { campaignId: witness.campaignId, bracket: times.of(witness) };
		this.journal.begun(item.index, item.of, {
			...times.of(unclear),
			witness: kept,
			hadRivals: unclear.hadRivals,
			...carried(item),
		});
		item.guard?.leaveOpen(item);
		this.spent.add(item);
		this.run.fail(item.index, unknownOutcome(unclear));
	}

	optOut(item: Item): void {
		this.optedOut.push(item);
		this.run.emit(item.index, skippedOutput(item, 'optedOut'));
	}

	skip(item: Item): void {
		this.skipped.push(item);
		this.run.emit(item.index, skippedOutput(item));
	}

	/** @throws ParameterRefusal when Allowed Hours do not open in time */
	dryRun(item: Item): void {
		decideTime(item, Date.now());
		this.spent.add(item);
		this.emit(item, dryRunOutput(item));
	}

	private emit({ index }: Item, output: IDataObject): void {
		this.outputs.push(output);
		this.run.emit(index, output);
	}
}

const carried = ({ deferral }: Item): Carried => (deferral ? { deferral } : {});
