import type { IDataObject } from 'n8n-workflow';

import { idText } from '../../shared/api/wire';
import type { Refusal } from '../../shared/input/refusal';
import type { Run } from '../../shared/operation/run';
import type { Acceptance } from './call';
import type { Open, SendJournal } from './journal';
import type { Unclear } from './lookUp';
import { callsTo, forget, ownerOf, remember, settleCall, type Call } from './calls';
import { decideTime, failItem, type Item } from './items';
import { MOST_KEYS, OnceRow } from './onceRow';
import { OnceStore } from './onceStore';
import { acceptedOutput, dryRunOutput, skippedOutput } from './output';
import { tooManyKeys, unknownOutcome } from './texts';

/**
 * Records the outcome of each message in every place: the run, the journal of the execution, the calls of this
 * process, the Send Once Keys.
 */
export class Records {
	/** Messages that the run has sent, or may have sent. */
	readonly spent = new Set<Item>();

	/** What others sent, or may have sent, and this execution has not counted for the caps. */
	readonly uncounted: Item[] = [];

	readonly outputs: IDataObject[] = [];

	readonly skipped: Item[] = [];

	/** Send Once Keys; undefined where no item has one. */
	keys: OnceStore | undefined;

	constructor(
		readonly run: Run,
		readonly journal: SendJournal,
	) {}

	/** Without keys n8n's store is not touched. @returns why the run is refused: there are too many keys */
	openKeys(items: Item[], queue: Item[], unclear: Unclear[]): Refusal | undefined {
		const names = queue.flatMap(({ message, once }) =>
			message.options.dryRun ? [] : (once ?? []),
		);
		const { context } = this.run;
		const { began, isRetry } = this.journal;
		const wanted = new Set(names);
		if (wanted.size > MOST_KEYS) return tooManyKeys(wanted.size);
		if (items.every(({ once }) => once === undefined)) return undefined;
		this.keys = new OnceStore(context.helpers, OnceRow.of(context), names, {
			origin: String(began),
			isRetry,
		});
		// Of another message with such a key the journal is surer than the store, which other processes may overwrite.
		const isWanted = ({ once }: Item) => once !== undefined && wanted.has(once);
		for (const item of [...this.spent].filter(isWanted)) this.keyIs('accepted', item);
		for (const { item } of unclear) if (isWanted(item)) this.keyIs('unknown', item);
		return undefined;
	}

	/** The request is about to go out. */
	begin(item: Item): Call {
		const call = remember(item, this.journal.by);
		this.keepOpen(item, call);
		this.spent.add(item);
		return call;
	}

	/** The call that an earlier try made. If another retry looked for its message, both use one call. */
	callOf(item: Item, { began, ended, above, execution }: Open): Call {
		const { journal } = this;
		const known = callsTo(item.to).find(
			(call) => call.name === item.name && call.by.execution === execution,
		);
		return known ?? journal.kinOf(item) ?? remember(item, journal.by, { began, ended, above });
	}

	/** Another execution sent it as this message, or may have sent it. */
	ofOthers(item: Item, id?: string): void {
		if (id === undefined || !this.journal.isKnown(id)) this.uncounted.push(item);
	}

	/** @param call the one that made it; undefined if an earlier try did */
	accept(item: Item, acceptance: Acceptance, call?: Call): void {
		const { by } = this.journal;
		const id = idText(acceptance.messageId);
		const campaignId = idText(acceptance.campaignId);
		if (call) settleCall(call, id, campaignId);
		// Also where another retry made it, so that no other item of this execution takes it.
		if (ownerOf(item.to, id)?.by.execution !== by.execution)
			settleCall(remember(item, by), id, campaignId);
		this.journal.take(id);
		this.run.succeed(item.index, [this.took(item, acceptance)]);
	}

	/** The service has it in its queue: it is neither sent again nor counted as accepted. */
	queue(item: Item, acceptance: Acceptance): void {
		this.run.emit(item.index, [this.took(item, acceptance)]);
	}

	private took(item: Item, acceptance: Acceptance): IDataObject {
		this.journal.done(item.index, item.of, { ...acceptance, deferral: item.deferral });
		this.keyIs('accepted', item);
		this.spent.add(item);
		const output = acceptedOutput(item, acceptance);
		this.outputs.push(output);
		return output;
	}

	/** It was certainly not sent, and may be tried again. */
	refuse(item: Item, fault: unknown, call?: Call): void {
		this.undo(item, call);
		this.keyIs('refused', item);
		failItem(this.run, item, fault);
	}

	/** The run was stopped before the request went out. */
	undo(item: Item, call?: Call): void {
		if (call) forget(call);
		this.journal.forget(item.index);
		this.spent.delete(item);
	}

	/** The outcome stays unknown: no try of this execution sends it again. */
	leaveUnknown({ item, call, doubt, fault }: Unclear): void {
		if (call) this.keepOpen(item, call);
		this.spent.add(item);
		failItem(this.run, item, unknownOutcome(item, doubt, fault));
	}

	/** What became of the message with this Send Once Key. */
	keyIs(state: 'accepted' | 'refused' | 'unknown' | 'notMade', { once }: Item): void {
		if (once !== undefined) this.keys?.[state](once);
	}

	skip(item: Item): void {
		this.skipped.push(item);
		this.run.emit(item.index, [skippedOutput(item)]);
	}

	/** @throws ParameterRefusal when Allowed Hours do not open in time */
	dryRun(item: Item): void {
		decideTime(item, Date.now());
		this.spent.add(item);
		const output = dryRunOutput(item);
		this.outputs.push(output);
		this.run.emit(item.index, [output]);
	}

	private keepOpen(item: Item, { began, ended, above, by: { execution } }: Call): void {
		const { index, of, deferral } = item;
		this.journal.begun(index, of, { began, ended, above, execution, deferral });
	}
}
