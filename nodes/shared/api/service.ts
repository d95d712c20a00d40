import { accountFrom, CREDENTIAL, type Account } from './account';
import { openEnvelope, readData } from './response';
import { NoResponse } from './faults';
import { Gate, pool } from './gate';
import { isRateRefusal, patiently, READ, Trouble, WRITE, type Patience, watched } from './patience';
import { anyOf } from './promises';
import { Spacing, Traffic, trafficOf, type Level } from './traffic';
import { encodeForm, post, type FormValue, type NodeContext } from './transport';

export type Params = { [key: string]: FormValue };

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
		return readData(method, await this.call(method, params, READ));
	}

	/**
	 * A call that changes something: repeated only where it certainly had no effect. May return a `Queued`.
	 *
	 * @param params a function is asked for them each time that the request is about to go out
	 */
	async write(method: string, params: Params | (() => Params)): Promise<unknown> {
		return await this.call(method, params, WRITE);
	}

	/** Makes calls of one kind for all inputs, in order, as many at a time as the account's level allows. @throws as `pool` */
	async each<T>(
		kind: 'reads' | 'writes',
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

	private async call(
		method: string,
		params: Params | (() => Params),
		patience: Patience,
	): Promise<unknown> {
		const { trouble, signal, traffic } = this;
		const pace = traffic.paceOf(method);
		const gate = patience === READ ? traffic.reads : OPEN;
		const isWatched = ['manual', 'internal'].includes(this.context.getMode?.() ?? '');
		const lasting = isWatched ? watched(patience) : patience;
		return await patiently(lasting, trouble, pace.refusals, signal, async (started) => {
			const turn = await this.spacing.turn(async () => await pace.turn(signal), signal);
			return await gate.through(async () => {
				if (signal?.aborted) throw new NoResponse(method, 'cancelled');
				started();
				const form = encodeForm(typeof params === 'function' ? params() : params);
				const outcome = await traffic.level.during(this.once(method, form, patience));
				if ('value' in outcome) {
					pace.accepted();
					return outcome.value;
				}
				if (isRateRefusal(outcome.fault)) pace.refused(turn);
				throw outcome.fault;
			}, signal);
		});
	}

	private async once(method: string, form: string, patience: Patience): Promise<unknown> {
		const { timeoutMs } = patience;
		const signal = patience === READ ? this.signal : undefined;
		const call = { method, form, timeoutMs, signal };
		const { body, aheadMs } = await post(this.context, this.account, call);
		if (!Number.isNaN(aheadMs)) this.clock.aheadMs = aheadMs;
		return openEnvelope(method, body);
	}
}

/** The run decides how many writes go out at once. */
const OPEN = new Gate(() => Infinity);

/** What a reading of lists needs of it. */
export type Reader = Pick<Service, 'read'>;

/** @throws Refusal when the address or time zone of the credential cannot be used */
export async function openService(context: NodeContext, signal?: AbortSignal): Promise<Service> {
	const data = await context.getCredentials(CREDENTIAL);
	const account = accountFrom(data);
	return new Service(context, account, signal, trafficOf(account.id));
}
