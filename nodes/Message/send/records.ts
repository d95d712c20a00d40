import { idText } from '../../shared/api/wire';
import type { Refusal } from '../../shared/input/parse';
import type { Run } from '../../shared/operation/run';
import type { SendJournal } from './journal';
import { forget, ownerOf, remember, setMessage, type Call } from './calls';
import { spend } from './caps';
import { decideTime, failItem, type Acceptance, type Item } from './items';
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

	/** Messages that this try or an earlier one may have sent, until they were looked up. */
	readonly unclear = new Set<Item>();

	/** Send Once Keys; undefined where no item has one. */
	keys: OnceStore | undefined;

	constructor(
		readonly run: Run,
		readonly journal: SendJournal,
	) {}

	/** Nothing came of it yet. */
	isLeft = (item: Item): boolean => !this.run.hasResult(item.index) && !this.unclear.has(item);

	/** Without keys n8n's store is not touched. @returns why the run is refused: there are too many keys */
	openKeys(items: Item[]): Refusal | undefined {
		const names = items.filter(this.isLeft).flatMap(({ once }) => once ?? []);
		const { context } = this.run;
		const { began, isRetry } = this.journal;
		const wanted = new Set(names);
		if (wanted.size > MOST_KEYS) return tooManyKeys(wanted.size);
		if (items.every(({ once }) => once === undefined)) return undefined;
		this.keys = new OnceStore(context.helpers, OnceRow.of(context), names, {
			origin: String(began),
			isRetry,
		});
		// For other items with such a key the journal is surer than the store, which other processes may overwrite.
		const isWanted = ({ once }: Item) => once !== undefined && wanted.has(once);
		for (const item of [...this.spent].filter(isWanted)) this.keyIs('accepted', item);
		for (const item of this.unclear) if (isWanted(item)) this.keyIs('unknown', item);
		return undefined;
	}

	/** The request is about to go out. */
	begin(item: Item): void {
		this.undo(item);
		item.call = remember(item, this.journal.by);
		this.keepOpen(item);
	}

	/** Another execution sent it, or may have: the caps of this one have not counted it yet. @param id of its message */
	ofOthers(item: Item, id?: string): void {
		if (id === undefined || !this.journal.isKnown(id)) spend(this.journal.facts, [item]);
	}

	/** The service has it, or has it in its queue: the latter is not sent again, but does not count as accepted. */
	accept(item: Item, acceptance: Acceptance): void {
		const { journal, run } = this;
		journal.done(item, { ...acceptance, deferral: item.deferral });
		this.keyIs('accepted', item);
		this.spent.add(item);
		const output = acceptedOutput(item, acceptance);
		if (acceptance.taskId !== undefined) return run.emit(item.index, [output]);
		const id = idText(acceptance.messageId);
		const campaignId = idText(acceptance.campaignId);
		if (item.call) setMessage(item.call, id, campaignId);
		// Also if an earlier process made the call, so that no other item takes the message.
		if (!ownerOf(item.to, id)) setMessage(remember(item, journal.by), id, campaignId);
		journal.take(id);
		run.succeed(item.index, [output]);
	}

	/** The service has it: its response was lost, or another execution had it. */
	found(item: Item, { id: messageId, campaignId }: Pick<Call, 'id' | 'campaignId'>): void {
		this.accept(item, { messageId, campaignId, status: null, recovered: true });
	}

	/** It was certainly not sent, and may be tried again. */
	refuse(item: Item, fault: unknown): void {
		this.undo(item);
		this.keyIs('refused', item);
		failItem(this.run, item, fault);
	}

	/** The run was stopped before the request went out. */
	undo(item: Item): void {
		if (item.call) forget(item.call);
		item.call = undefined;
		this.journal.forget(item);
		this.spent.delete(item);
	}

	/** The outcome stays unknown: no try of this execution sends it again. */
	leaveUnknown(item: Item): void {
		if (item.queued) return this.accept(item, item.queued);
		this.keepOpen(item);
		failItem(this.run, item, unknownOutcome(item));
	}

	/** What became of the message with this Send Once Key. */
	keyIs(state: 'accepted' | 'refused' | 'unknown' | 'notMade', { once }: Item): void {
		if (once !== undefined) this.keys?.[state](once);
	}

	skip(item: Item): void {
		this.run.emit(item.index, [skippedOutput(item)]);
	}

	/** Its Allowed Hours may not open in time. */
	dryRun(item: Item): void {
		try {
			decideTime(item, Date.now());
		} catch (refusal) {
			return failItem(this.run, item, refusal);
		}
		this.spent.add(item);
		this.run.emit(item.index, [dryRunOutput(item)]);
	}

	private keepOpen(item: Item): void {
		const { deferral, call } = item;
		this.spent.add(item);
		if (!call) return;
		const { began, ended, above, by } = call;
		this.journal.begun(item, { began, ended, above, execution: by.execution, deferral });
	}
}
