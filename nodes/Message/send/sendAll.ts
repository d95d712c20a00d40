import { Journal } from '../../shared/operation/journal/journal';
import type { Asked, Run } from '../../shared/operation/run';
import { ownAttempts, itemsOf, printOf, type Item } from './item';
import { limitsOf, Spending, totalSegments } from './caps';
import { withinTheDay } from './dayCaps';
import { showHints } from './hints';
import type { Outgoing } from './outgoing';
import type { Unclear } from './match';
import { Records, type SendJournal } from './records';
import { Sending } from './sending';
import { waitForDelivery } from './waitForDelivery';

/** Sends the messages of a run, unless they would pass a cap. */
export async function sendAll(run: Run, asked: Array<Asked<Outgoing>>): Promise<void> {
	const journal: SendJournal = new Journal(run.context, 'sends', printOf(asked));
	let isOver = false;
	try {
		await sendWith(journal, run, asked);
		// With a failed item n8n may run the node again, even with Continue.
		isOver = !run.halted && run.faults.size === 0;
	} finally {
		journal.close(isOver);
	}
}

async function sendWith(
	journal: SendJournal,
	run: Run,
	asked: Array<Asked<Outgoing>>,
): Promise<void> {
	const { account } = run.service;
	const name = `${journal.origin} ${journal.run}`;
	const items = itemsOf(asked, name, account.id);
	const limits = limitsOf(items);
	const records = new Records(run, journal);

	const { queue: open, leftOver } = takeKnown(journal, run, items, records);
	const queue = await withinTheDay(run, open);
	const spending = new Spending(journal.facts);
	const refusal = spending.reserve(queue, limits);
	if (refusal) for (const { index } of queue) run.fail(index, refusal);
	const service = run.service.paced(limits.intervalMs);
	const sending = new Sending(run, service, limits.maxConcurrent, records);
	const isDry = ({ message }: Item) => message.options.dryRun;
	if (!refusal) {
		for (const item of queue.filter(isDry)) records.dryRun(item);
		await sending.send(queue.filter((item) => !isDry(item)));
		spending.giveBack(queue.filter((item) => !records.spent.has(item)));
	}
	// Last, so that messages left unknown by an earlier try do not delay the rest.
	await sending.clearUp([...sending.unclear, ...sending.leftOver, ...leftOver]);
	await sending.finish(!journal.isRetriedByHand);

	const segments = totalSegments([...records.spent]);
	if (segments > 0) run.notes.push(`${segments} ${segments === 1 ? 'segment' : 'segments'} in all`);
	if (run.halted) return;
	if (records.awaited.length > 0) await waitForDelivery(run, records.awaited);
	showHints(run.context, items, records);
}

/** Returns what an earlier try sent, and fails what is too late now. @returns the rest, and what is unknown */
function takeKnown(journal: SendJournal, run: Run, items: Item[], records: Records) {
	const leftOver: Unclear[] = [];
	const queue = items.filter((item) => {
		const { index, message, of } = item;
		const entry = message.options.dryRun ? undefined : journal.find(index, of);
		// A later try may defer a message to another time than this one.
		if (message.opening) item.deferral = entry?.done?.deferral ?? entry?.open?.deferral;
		if (entry?.done?.taskId !== undefined) records.queue(item, entry.done);
		else if (entry?.done) records.accept(item, entry.done);
		else if (entry?.open) {
			const { from, to, above, unsure, witness, hadRivals } = entry.open;
			records.witness ??= witness;
			const isKnown = from !== undefined && unsure !== undefined;
			const bracket = isKnown ? { from, to, above, unsure } : undefined;
			const attempt = ownAttempts(item.content, item.slot).pop();
			leftOver.push({ item, attempt, bracket, hadRivals });
		} else if (message.isOptedOut) records.optOut(item);
		else if (message.untimely !== undefined) run.fail(index, message.untimely);
		else return true;
		return false;
	});
	return { queue, leftOver };
}
