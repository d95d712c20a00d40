import { accountFrom, CREDENTIAL, type Account } from './account';
import { openEnvelope, readData } from './response';
import { isCancelled, NoResponse } from './faults';
import { pool } from './gate';
import { backOff, isRateRefusal, isRefused, patienceFor, Trouble, type Kind } from './patience';
import { anyOf, pause, valueOf } from './promises';
import { Spacing, Traffic, trafficOf, type Level } from './traffic';
import { encodeForm, post, requestBy, type FormValue, type NodeContext } from './transport';

export type Params = { [key: string]: FormValue };

/** For one attempt. */
const TIMEOUT_MS: Record<Kind, number> = { reads: 30_000, writes: 60_000 };

/** The one way from the nodes to the service, for one run of a node. */
export class Service {
	private readonly trouble = new Trouble();

	constructor(
		private readonly context: NodeContext,
		readonly account: Account,
		/** Aborted when the user stops the execution, or when the time of its calls is up. */
		readonly signal?: AbortSignal,
		/** What all runs of this process share that use the account. */
		private readonly traffic = new Traffic(),
		private readonly spacing = new Spacing(),
		/** How far the clock of the service is ahead of n8n's, as its last response showed. */
		private readonly clock: { aheadMs?: number } = {},
	) {}

	get level(): Level {
		return this.traffic.level;
	}

	/** In ms since the epoch, by the clock of the service, up to a second late; undefined before its first response. */
	get shownNow(): number | undefined {
		return this.clock.aheadMs === undefined ? undefined : Date.now() + this.clock.aheadMs;
	}

	/** The same, and by n8n's clock before the first response: it may be minutes off. */
	get now(): number {
		return this.shownNow ?? Date.now();
	}

	/**
	 * A call that changes nothing: repeated through passing trouble, cut off when the execution is cancelled.
	 *
	 * @throws ServiceRefusal also with code 100: a read that waits in a queue has read nothing
	 */
	async read(method: string, params: Params): Promise<unknown> {
		return readData(method, await this.call('reads', method, params));
	}

	/**
	 * A call that changes something: repeated only where it certainly had no effect. May return a `Queued`.
	 *
	 * @param params a function is asked for them each time that the request is about to go out
	 */
	async write(method: string, params: Params | (() => Params)): Promise<unknown> {
		return await this.call('writes', method, params);
	}

	/** Makes calls of one kind for all inputs, in order, as many at a time as the account's level allows. @throws as `pool` */
	async each<T>(
		kind: Kind,
		inputs: T[],
		work: (input: T) => Promise<void>,
		halted = () => false,
	): Promise<void> {
		await pool(inputs, () => this.level[kind], halted, work);
	}

	/** The same, with so long between the starts of calls. */
	paced = (intervalMs: number): Service => this.with(this.signal, new Spacing(intervalMs));

	/** The same, until this signal, too. */
	until = (signal: AbortSignal): Service => this.with(anyOf(signal, this.signal), this.spacing);

	private with(signal: AbortSignal | undefined, spacing: Spacing): Service {
		return new Service(this.context, this.account, signal, this.traffic, spacing, this.clock);
	}

	/** @throws the last fault; where a call was cut off, its `cause` is what it was repeated for */
	private async call(kind: Kind, method: string, params: Params | (() => Params)) {
		const { trouble, signal, traffic } = this;
		const pace = traffic.paceOf(method);
		const isWatched = ['manual', 'internal'].includes(this.context.getMode?.() ?? '');
		/** When the first request went out: time before that does not count. */
		let began = Infinity;
		let last: unknown;
		for (let tries = 0; ; tries++) {
			const turn = await this.spacing.turn(async () => await pace.turn(signal), signal);
			const outcome = await traffic.gates[kind].through(async () => {
				if (signal?.aborted) return { fault: new NoResponse(method, 'cancelled') };
				began = Math.min(began, performance.now());
				const form = encodeForm(typeof params === 'function' ? params() : params);
				return await traffic.level.during(this.once(kind, method, form));
			}, signal);
			if ('value' in outcome || isRefused(outcome.fault)) {
				trouble.over();
				pace.accepted();
				return valueOf(outcome);
			}
			const { fault } = outcome;
			if (isCancelled(fault)) fault.cause = last;
			last = fault;
			const lasts = patienceFor(fault, kind, isWatched);
			if (isRateRefusal(fault)) {
				// The pace makes the next attempt wait. While other calls are taken, this one just waits longer.
				const refusedSince = pace.refused(turn);
				trouble.over();
				if (signal?.aborted || performance.now() > refusedSince + lasts) throw fault;
				began = Infinity;
				continue;
			}
			if (lasts === 0 || signal?.aborted) throw fault;
			const wait = backOff(tries);
			if (performance.now() + wait > Math.min(began, trouble.met()) + lasts) throw fault;
			await pause(wait, signal);
		}
	}

	private async once(kind: Kind, method: string, form: string): Promise<unknown> {
		const signal = kind === 'reads' ? this.signal : undefined;
		const call = { method, form, timeoutMs: TIMEOUT_MS[kind], signal };
		const { body, aheadMs } = await post(requestBy(this.context, this.account), this.account, call);
		if (!Number.isNaN(aheadMs)) this.clock.aheadMs = aheadMs;
		return openEnvelope(method, body);
	}
}

/** What a reading of lists needs of it. */
export type Reader = Pick<Service, 'read'>;

/** @throws Refusal when the address or time zone of the credential cannot be used */
export async function openService(context: NodeContext, signal?: AbortSignal): Promise<Service> {
	const data = await context.getCredentials(CREDENTIAL);
	const account = accountFrom(data);
	return new Service(context, account, signal, trafficOf(account.id));
}
