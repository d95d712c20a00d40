import { settle } from '../../shared/api/promises';
import type { Run } from '../../shared/operation/run';
import { earlierOf, type Earlier } from './earlier';
import type { Unclear } from './lookUp';
import { failItem, type Caller, type Item } from './names';
import { kinOf, type Records, type SendJournal } from './records';
import { NOT_SOUGHT, type Doubt } from './texts';

/** Settles, before anything is sent, what earlier tries of the same execution, and earlier executions, did. */
export class EarlierTries {
	constructor(
		private readonly run: Run,
		private readonly journal: SendJournal,
		private readonly by: Caller,
		private readonly records: Records,
		private readonly items: Item[],
	) {}

	/**
	 * By what n8n and this process know: returns what was sent, and fails what is too late now.
	 *
	 * @returns the rest, and what is unknown
	 */
	known(): { queue: Item[]; unclear: Unclear[] } {
		const { run, journal, records } = this;
		const unclear: Unclear[] = [];
		const queue = this.items.filter((item) => {
			const { index, message, of } = item;
			const entry = message.options.dryRun ? undefined : journal.find(index, of);
			// A later try may defer a message to another time than this one.
			if (entry) item.deferral = (entry.done ?? entry.open)?.deferral;
			const kin = entry ? undefined : kinOf(item, this.by, journal);
			const call = entry?.open ? records.callOf(item, entry.open) : kin;
			if (entry?.done?.taskId !== undefined) records.queue(item, entry.done);
			else if (entry?.done) records.accept(item, entry.done);
			else if (call) unclear.push({ item, call, doubt: NOT_SOUGHT });
			else if (message.isOptedOut) records.optOut(item);
			else if (message.untimely !== undefined) failItem(run, item, message.untimely);
			else return true;
			return false;
		});
		return { queue, unclear };
	}

	/** In a retry by hand, by the service's list. @returns the rest, and what is in doubt */
	async listed(
		queue: Item[],
	): Promise<{ queue: Item[]; doubts: Array<{ item: Item; doubt: Doubt }> }> {
		const { run, records } = this;
		const earlier = earlierOf(this.journal, this.by);
		const asked = queue.filter(({ message }) => !message.options.dryRun);
		if (!earlier || asked.length === 0 || run.halted) return { queue, doubts: [] };
		const doubts: Array<{ item: Item; doubt: Doubt }> = [];
		const take = (item: Item, found: Earlier) => {
			if ('doubt' in found) {
				// Another message with its key must not be sent, either.
				records.keyIs('unknown', item);
				doubts.push({ item, doubt: found.doubt });
			} else {
				const { id: messageId, campaignId } = found.message;
				records.accept(item, { messageId, campaignId, status: null, recovered: true });
			}
		};
		const outcome = await settle(async () => await earlier.find(run, asked, this.items, take));
		if ('fault' in outcome) for (const item of asked) doubts.push({ item, doubt: NOT_SOUGHT });
		const left = new Set('value' in outcome ? outcome.value : []);
		const rest = queue.filter((item) => item.message.options.dryRun || left.has(item));
		return { queue: rest, doubts };
	}
}
