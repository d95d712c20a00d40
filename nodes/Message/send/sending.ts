import type { Service } from '../../shared/api/service';
import { pool, Turns } from '../../shared/api/gate';
import { settle } from '../../shared/api/promises';
import { Guard } from '../../shared/operation/journal/guard';
import type { Run } from '../../shared/operation/run';
import { decideTime, wireOf, type Attempt, type Item } from './item';
import { notReached, notRecorded } from './failures';
import { LookUps } from './recover';
import type { Unclear } from './match';
import type { Records } from './records';
import { SeenKeys } from './seenKeys';
import { isNotMade, judge, METHOD, NotMade, Silence } from './verdict';

/** Sends messages, each at most once, whatever happens to the answers. */
export class Sending {
	/** Messages whose outcome is unknown: of this try, and of an earlier life of the execution. */
	readonly unclear: Unclear[] = [];
	readonly leftOver: Unclear[] = [];

	private readonly guards: Guard[] = [];
	private readonly silence = new Silence();
	private seenKeys: SeenKeys | undefined;
	private lookUps: LookUps | undefined;

	/** Equal messages, and messages with one key, are sent one after another. */
	private readonly turns = new Turns();

	private readonly tried = new Set<Item>();

	constructor(
		private readonly run: Run,
		private readonly service: Service,
		/** 0: as many as the service takes without getting slower. */
		private readonly maxConcurrent: number,
		private readonly records: Records,
	) {}

	async send(items: Item[]): Promise<void> {
		let queue = items;
		while (queue.length > 0 && !this.isHalted) {
			const guard = new Guard(this.run.context, queue);
			this.guards.push(guard);
			for (const item of queue) item.guard = guard;
			await this.pass(queue);
			queue = (await this.seenKeys?.resolve()) ?? [];
			for (const item of queue) this.tried.delete(item);
		}
		if (!this.run.continues || this.run.cancelled) return;
		for (const item of items) {
			if (!this.tried.has(item)) this.run.fail(item.index, notReached(item));
		}
	}

	/** Looks up the unclear messages; what stays unclear fails as unknown. */
	async clearUp(unclear: Unclear[]): Promise<void> {
		if (unclear.length === 0) return;
		const lookUps = (this.lookUps ??= new LookUps(this.run, this.records));
		const open = await lookUps.find(unclear, ({ item }, acceptance) =>
			this.records.accept(item, acceptance),
		);
		for (const each of open) {
			if (each.queued) this.records.queue(each.item, each.queued);
			else this.records.leaveUnknown(each, lookUps.times);
		}
	}

	/** @param isLast see `Guard` */
	async finish(isLast: boolean): Promise<void> {
		for (const guard of this.guards) await guard.finish(isLast);
	}

	/** In stop mode it pauses at the first unknown outcome, so that a failing service gets no more messages. */
	private async pass(items: Item[]): Promise<void> {
		let rest = items;
		while (rest.length > 0 && !this.isHalted) {
			const halt = new AbortController();
			const service = this.service.until(halt.signal);
			await pool(
				rest,
				() => this.maxConcurrent || this.service.level.writes,
				() => this.mustWait,
				async (item) => {
					await this.turns.take(item.key, async () => {
						await this.turns.take(item.content, async () => await this.sendOne(item, service));
					});
					// Calls that wait for their turn stop waiting.
					if (this.mustWait) halt.abort();
				},
			);
			if (!this.run.continues) await this.clearUp(this.unclear.splice(0));
			rest = rest.filter((item) => !this.tried.has(item));
		}
	}

	private get isHalted(): boolean {
		return this.run.halted || (this.run.continues && this.silence.isLong);
	}

	private get mustWait(): boolean {
		return this.isHalted || (!this.run.continues && this.unclear.some(({ queued }) => !queued));
	}

	private async sendOne(item: Item, service: Service): Promise<void> {
		if (this.mustWait) return;
		const outcome = await settle(async () => await item.guard?.admit(item));
		if (this.run.cancelled || ('value' in outcome && this.mustWait)) return;
		this.tried.add(item);
		if ('fault' in outcome) return this.run.fail(item.index, notRecorded(item, outcome.fault));
		if (outcome.value === 'go') return await this.call(item, service);
		if (outcome.value === 'begun') this.leftOver.push({ item });
		else if (outcome.value) {
			this.seenKeys ??= new SeenKeys(this.run, (seen) => this.records.skip(seen));
			await this.seenKeys.add(item, outcome.value);
		}
	}

	private async call(item: Item, service: Service): Promise<void> {
		let attempt: Attempt | undefined;
		const outcome = await settle(
			async () =>
				await service.write(
					METHOD,
					() => wireOf(item),
					() => {
						if (attempt) this.records.undo(item, attempt);
						// The call may have waited long for its turn.
						if (this.mustWait) throw new NotMade();
						// By the service's clock, once a response has shown it.
						decideTime(item, service.clock.now() ?? Date.now());
						attempt = this.records.begin(item);
					},
				),
		);
		if (attempt) attempt.ended = Date.now();
		if ('fault' in outcome && isNotMade(outcome.fault)) {
			this.tried.delete(item);
			return this.records.undo(item, attempt);
		}
		const verdict = judge(outcome);
		this.silence.after(verdict);
		if (verdict.kind === 'accepted') return this.records.accept(item, verdict.acceptance, attempt);
		if (verdict.kind === 'refused') return this.records.refuse(item, verdict.fault, attempt);
		const unknown = verdict.kind === 'queued' ? { queued: verdict.acceptance } : verdict;
		// Another message with the same key must not be sent meanwhile.
		item.guard?.leaveOpen(item);
		this.unclear.push({ item, attempt, ...unknown });
	}
}
