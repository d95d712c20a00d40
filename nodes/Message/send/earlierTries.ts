import { isRecord } from '../../shared/api/wire';
import { Gate } from '../../shared/api/gate';
import { settle } from '../../shared/api/promises';
import { Failure } from '../../shared/operation/nodeError';
import type { Run } from '../../shared/operation/run';
import { callsFor, remember, type Call } from './calls';
import { spend } from './caps';
import { earlierOf, type Take } from './earlier';
import { failItem, type Item } from './items';
import type { Open, SendJournal } from './journal';
import type { Records } from './records';

interface Turn {
	gate: Gate;
	/** How many runs of retries are under way, or wait. */
	retries: number;
}

/** By the workflow and the beginning of their execution. */
const turns = new Map<string, Turn>();

/**
 * A run of a retry is alone among those of all executions with its beginning, and so knows what they did: other runs, since
 * an agent may make several calls at once, other retries, and the first execution, which goes on where n8n called it crashed
 * since Redis lost its data (seen in 2.41.1).
 */
export async function inTurn(
	{ context, service }: Run,
	{ isRetry, began }: SendJournal,
	work: () => Promise<void>,
): Promise<void> {
	// Several may begin at the same time, by their schedules.
	const name = `${context.getWorkflow().id} ${began}`;
	const turn: Turn = turns.get(name) ?? {
		gate: new Gate(() => (turn.retries > 0 ? 1 : Infinity)),
		retries: 0,
	};
	turns.set(name, turn);
	if (isRetry) turn.retries++;
	try {
		await turn.gate.through(work, service.signal);
	} finally {
		if (isRetry) turn.retries--;
		if (turn.gate.isIdle) turns.delete(name);
	}
}

/** Settles what n8n and this process know of earlier tries. What was sent comes out as it was. */
export function settleKnown(records: Records, items: Item[]): void {
	for (const item of items) {
		const { message } = item;
		if (!message.options.dryRun) {
			const entry = records.journal.find(item);
			// This try may have computed another time to defer the message to.
			if (entry) item.deferral = (entry.done ?? entry.open).deferral;
			if (entry?.done) {
				records.accept(item, entry.done);
				continue;
			}
			item.call = earlierCall(records, item, items, entry?.open);
		}
		if (item.call?.id !== undefined) records.found(item, item.call);
		else if (item.call) records.unclear.add(item);
		else if (message.isOptedOut) records.skip(item);
	}
}

/** The call that made the item's message, or may have. @param open what the journal has of an earlier try */
function earlierCall(
	records: Records,
	item: Item,
	items: Item[],
	open: Open | undefined,
): Call | undefined {
	const { journal } = records;
	const known = journal.callFor(item, open);
	if (known && !open) records.ofOthers(item, known.id);
	const call = known ?? callBefore(records, item, items);
	// The call is remembered once, so that another retry of the same execution finds it, too.
	return call ?? (open && remember(item, journal.by, open));
}

/**
 * The call of an earlier run of this execution, for a row that comes back as unknown: the error output may lead to the
 * node again, as by way of a Wait node.
 */
function callBefore({ run, journal }: Records, item: Item, items: Item[]): Call | undefined {
	const { details } = run.context.getInputData()[item.index].json;
	if (!isRecord(details) || details.outcome !== 'unknown') return undefined;
	const isLeft = (call: Call) =>
		call.by.execution === journal.execution &&
		call.id === undefined &&
		items.every((other) => other.call !== call);
	return callsFor(item).find(isLeft);
}

/** In a retry by hand, the same for the rest of them, by the service's list. */
export async function settleListed(records: Records, items: Item[]): Promise<void> {
	const { run, journal } = records;
	const earlier = earlierOf(journal);
	const asked = items.filter((item) => records.isLeft(item) && !item.message.options.dryRun);
	if (!earlier || asked.length === 0 || run.halted) return;
	const { facts } = journal;
	const doubted = (facts.doubted ??= {});
	// The list is asked again for what an earlier try left in doubt, and so it is counted anew.
	const again = asked.filter(({ name }) => doubted[name]);
	spend(facts, again, -1);
	for (const { name } of again) delete doubted[name];
	const take: Take = (item, message) => {
		records.ofOthers(item, message?.id);
		if (message) return records.found(item, message);
		doubted[item.name] = true;
		records.unclear.add(item);
		// Another item with its key must not be sent, either.
		if (item.doubt) records.keyIs('unknown', item);
	};
	const outcome = await settle(earlier.find(run.service, asked, items, take));
	if ('fault' in outcome)
		for (const item of asked) {
			if (outcome.fault instanceof Failure) failItem(run, item, outcome.fault);
			else take(item);
		}
}
