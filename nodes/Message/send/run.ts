import { pool } from '../../shared/api/gate';
import { settle } from '../../shared/api/promises';
import type { Service } from '../../shared/api/service';
import { number } from '../../shared/api/wire';
import type { Asked, Run } from '../../shared/operation/run';
import { plural } from '../../shared/input/parse';
import { callOnce, Silence, type Verdict } from './call';
import { oneOfEachKey, reserve, spend, totalSegments } from './caps';
import { DayCaps } from './dayCaps';
import { inTurn, settleKnown, settleListed } from './earlierTries';
import { showHints } from './hints';
import { SendJournal } from './journal';
import { LookUps } from './lookUp';
import { decideTime, failItem, itemsOf, type Item } from './items';
import type { Outgoing, SendOptions } from './outgoing';
import { Records } from './records';
import { keyOpen, keySeen, notReached, notRecorded, REST, REST_OF_SUB } from './texts';
import { waitForDelivery } from './waitForDelivery';

/**
 * Sends the messages of a run, unless they would pass a cap.
 *
 * @param asksAnew for questions: those of earlier executions do not count, since their links are dead
 */
export async function sendAll(
	run: Run,
	asked: Array<Asked<Outgoing>>,
	{ asksAnew = false } = {},
): Promise<void> {
	const name = asksAnew ? `asks ${run.context.getExecutionId()}` : 'sends';
	const journal = new SendJournal(run, name, asked);
	const items = itemsOf(asked, journal.fullName, journal.by.account);
	const sending = new Sending(run, journal, items);
	let isOver = false;
	try {
		await inTurn(run, journal, async () => await sending.all(!asksAnew));
		await sending.end(!asksAnew);
		// With a failed item n8n may run the node again, even with Continue.
		isOver = !run.halted && run.faults.size === 0;
	} finally {
		sending.day.end();
		journal.close(isOver);
	}
}

/** A run from beginning to end: what is known, the caps, the calls, and what is unknown. */
class Sending {
	private readonly silence = new Silence();
	private readonly records: Records;
	private readonly lookUps: LookUps;
	readonly day: DayCaps;

	constructor(
		private readonly run: Run,
		journal: SendJournal,
		private readonly items: Item[],
	) {
		this.records = new Records(run, journal);
		this.lookUps = new LookUps(this.records);
		this.day = new DayCaps(this.records, async (some) => await this.unused(some));
	}

	async all(readsEarlier: boolean): Promise<void> {
		const { run, records, items } = this;
		settleKnown(records, items);
		const tooMany = records.openKeys(items);
		if (readsEarlier) await settleListed(records, items);
		const left = items.filter(records.isLeft);
		const refused = left.filter(({ message }) => message.refusal);
		// What a key stops is skipped, even if its Send At has passed by now.
		for (const item of await this.unused(refused)) failItem(run, item, item.message.refusal);
		let queue = await this.day.admit(left.filter(({ message }) => !message.refusal));
		const tooOften = [...this.day.refusals.keys()];
		// These options cannot be expressions, so they are the same for every item.
		const options = queue.at(0)?.message.options ?? {};
		const { facts } = records.journal;
		const isDry = ({ message }: Item) => message.options.dryRun;
		let refusal = tooMany ?? reserve(facts, queue, options);
		if (refusal && records.keys) {
			queue = await this.unused(queue);
			refusal = reserve(facts, queue, options);
		}
		if (refusal) for (const item of [...queue, ...tooOften]) failItem(run, item, refusal);
		else {
			for (const item of queue.filter(isDry)) records.dryRun(item);
			// First those that are refused, so that in stop mode nothing is sent.
			await this.send(tooOften, options);
			await this.send(queue.filter(records.isLeft), options);
		}
		// Last, so that messages that an earlier try left unknown do not delay the rest.
		await this.lookUps.clearUp([...records.unclear]);
		if (!refusal) {
			// If anything failed, the next try shows the whole dry run again.
			const isShownAgain = (item: Item) => run.faults.size > 0 && isDry(item);
			const isSpent = (item: Item) => records.spent.has(item) && !isShownAgain(item);
			spend(facts, oneOfEachKey(queue), -1);
			spend(facts, queue.filter(isSpent));
		}
		await records.keys?.finish();
	}

	/** When nothing more will be sent. @param readsEarlier a retry by hand sends the rest */
	async end(readsEarlier: boolean): Promise<void> {
		const { run, records, items } = this;
		const sent = [...records.spent].filter(({ message }) => !message.options.dryRun);
		const segments = totalSegments(sent);
		const most = sent.some(({ index }) => run.faults.has(index)) ? 'at most ' : '';
		const isOne = run.itemCount === 1;
		if (segments > 0 && !isOne) run.notes.push(`${most}${plural(segments, 'segment')} in all`);
		const isSub = run.context.getMode() === 'integrated';
		const isDry = items.some(({ message }) => message.options.dryRun);
		const { facts, isTool } = records.journal;
		// What earlier runs of a loop sent, a new execution would send again, too.
		const isRest = (facts.messages ?? 0) > (isOne ? sent.length : 0);
		// n8n offers no retry of an execution that was stopped.
		const hasRetry = readsEarlier && !isDry && !isTool && !run.cancelled;
		if (isRest && hasRetry) run.notes.push(isSub ? REST_OF_SUB : REST);
		if (run.halted) return;
		const outputs = items.flatMap(({ index }) => run.outputsOf(index));
		const accepted = outputs.filter(({ outcome }) => outcome === 'accepted');
		const seconds = items.map(({ message }) => message.options.waitForDelivery).find(Boolean);
		if (seconds) await waitForDelivery(run, accepted, seconds);
		showHints(items, outputs, records);
	}

	/** In stop mode it pauses at the first unclear message, so that a failing service gets no more of them. */
	private async send(items: Item[], { maxConcurrent = 0, intervalMs = 0 }: SendOptions) {
		const { run, records } = this;
		const { keys } = records;
		const paced = run.service.paced(intervalMs);
		let queue = items;
		while (queue.length > 0 && !this.isHalted) {
			const halt = new AbortController();
			const service = paced.until(halt.signal);
			await pool(
				queue,
				() => maxConcurrent || paced.level.writes,
				() => this.mustWait,
				async (item) => await this.sendOne(item, service, halt),
			);
			const { mustWait } = this;
			if (!run.continues) await this.lookUps.clearUp(this.lost);
			queue = queue.filter(records.isLeft);
			// Other executions may be using the keys of those that are left.
			const names = mustWait ? [] : queue.flatMap(({ once }) => once ?? []);
			if (keys && names.length > 0) await settle(keys.wait(names, run.service.signal));
		}
		if (!run.continues || run.cancelled) return;
		for (const item of queue) failItem(run, item, notReached());
	}

	private get isHalted(): boolean {
		return this.run.halted || (this.run.continues && this.silence.isLong);
	}

	private get mustWait(): boolean {
		return this.isHalted || (!this.run.continues && this.lost.length > 0);
	}

	/** Messages that this try may have sent. */
	private get lost(): Item[] {
		return [...this.records.unclear].filter(({ fault }) => fault !== undefined);
	}

	/** Never throws: a fault of our own after the request went out leaves the message unknown. */
	private async sendOne(item: Item, service: Service, halt: AbortController): Promise<void> {
		try {
			if (!(await this.claimKey(item))) return;
			const tooOften = this.day.refusals.get(item);
			if (tooOften) return this.records.refuse(item, tooOften);
			const verdict = await callOnce(item, service, () => {
				// By the service's clock, once a response has shown it.
				decideTime(item, service.now);
				this.records.begin(item);
			});
			if (item.call) item.call.ended = Date.now();
			this.judged(item, verdict);
		} catch (fault) {
			this.leave(item, { fault });
		} finally {
			// At once, so that no call begins that waits for its turn.
			if (this.mustWait) halt.abort();
		}
	}

	private judged(item: Item, verdict: Verdict | undefined): void {
		const { records } = this;
		if (!verdict) {
			records.undo(item);
			return records.keyIs('notMade', item);
		}
		this.silence.after(verdict);
		if (verdict.kind === 'refused') return records.refuse(item, verdict.fault);
		if (verdict.kind === 'queued') return this.leave(item, { queued: verdict.acceptance });
		if (verdict.kind === 'unknown') return this.leave(item, verdict);
		const isSent = !item.deferral && number(verdict.acceptance.status) === 2;
		if (item.call) item.call.sent = isSent ? 'atOnce' : 'later';
		records.accept(item, verdict.acceptance);
	}

	private leave(item: Item, { fault, queued }: Pick<Item, 'fault' | 'queued'>): void {
		Object.assign(item, { fault, queued });
		// Another message with the same key must not be sent meanwhile.
		this.records.keyIs('unknown', item);
		this.records.unclear.add(item);
	}

	/** Gives a result to messages whose Send Once Key was used before: they count in no cap. @returns the others */
	private async unused(items: Item[]): Promise<Item[]> {
		for (const item of items) {
			if (this.run.halted) break;
			if (await this.claimKey(item)) this.records.keyIs('notMade', item);
		}
		return items.filter(this.records.isLeft);
	}

	/** Claims the Send Once Key of a message. @returns whether it may be sent; if not, it has a result or must wait */
	private async claimKey(item: Item): Promise<boolean> {
		const { records, run } = this;
		const { once, message } = item;
		if (once === undefined || !records.keys) return true;
		const outcome = await settle(records.keys.claim(once));
		const state = 'value' in outcome ? outcome.value : undefined;
		if ('fault' in outcome) failItem(run, item, notRecorded(outcome.fault));
		else if (state === 'open') failItem(run, item, keyOpen(item));
		else if (state === 'done' && message.options.ifSeen === 'error')
			failItem(run, item, keySeen(item));
		else if (state === 'done') records.skip(item);
		return state === 'mine';
	}
}
