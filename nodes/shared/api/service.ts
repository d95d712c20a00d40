import { settle, type Settled } from './promises';
import { accountFrom, CREDENTIAL, type Account } from './account';
import { encodeForm, type FormValue } from './encode';
import { openEnvelope, readData } from './envelope';
import { beforeCall, NoResponse } from './faults';
import { Gate } from './gate';
import {
	isRateRefusal,
	isTrouble,
	patiently,
	READ,
	Trouble,
	WRITE,
	type Patience,
	watched,
} from './patience';
import { Spacing, Traffic, trafficOf, type CallEnd, type Level } from './traffic';
import { post, type NodeContext } from './transport';

export type Params = { [key: string]: FormValue };

/** The clock of the service, as its responses show it: that of n8n may be minutes off. */
class ServerClock {
	/** How far it is ahead of n8n's clock, in ms. */
	private ahead: number | undefined;

	note(header: unknown): void {
		const shown = typeof header === 'string' ? Date.parse(header) : NaN;
		if (!Number.isNaN(shown)) this.ahead = shown - Date.now();
	}

	/** In ms since the epoch, up to a second late; undefined while no response has shown it. */
	now(): number | undefined {
		return this.ahead === undefined ? undefined : Date.now() + this.ahead;
	}
}

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
		readonly clock = new ServerClock(),
		private readonly spacing = new Spacing(),
	) {}

	get level(): Level {
		return this.traffic.level;
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
	 * @param begins called each time that the request is about to go out
	 */
	async write(
		method: string,
		params: Params | (() => Params),
		begins?: () => void,
	): Promise<unknown> {
		return await this.call(method, params, WRITE, begins);
	}

	paced(intervalMs: number): Service {
		const { context, account, signal, traffic, clock } = this;
		return new Service(context, account, signal, traffic, clock, new Spacing(intervalMs));
	}

	until(signal: AbortSignal): Service {
		const { context, account, traffic, clock, spacing } = this;
		const signals = [signal, ...(this.signal ? [this.signal] : [])];
		return new Service(context, account, AbortSignal.any(signals), traffic, clock, spacing);
	}

	private async call(
		method: string,
		params: Params | (() => Params),
		patience: Patience,
		begins?: () => void,
	): Promise<unknown> {
		const { trouble, signal, traffic } = this;
		const pace = traffic.paceOf(method);
		const gate = patience === READ ? traffic.reads : OPEN;
		const lasting = this.context.getMode?.() === 'manual' ? watched(patience) : patience;
		return await patiently(lasting, trouble, pace.refusals, signal, async (started) => {
			const turn = await this.spacing.turn(async () => await pace.turn(signal), signal);
			return await gate.through(async () => {
				if (signal?.aborted) throw new NoResponse(method, 'cancelled', '');
				started();
				const form = beforeCall(() => {
					begins?.();
					return encodeForm(typeof params === 'function' ? params() : params);
				});
				const ended = traffic.level.begin();
				const outcome = await settle(async () => await this.once(method, form, patience));
				ended(endOf(outcome));
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
		const call = {
			method,
			form,
			timeoutMs: patience.timeoutMs,
			signal: patience === READ ? this.signal : undefined,
		};
		const { body, date } = await post(this.context, this.account, call);
		this.clock.note(date);
		return openEnvelope(method, body);
	}
}

/** The run decides how many writes go out at once. */
const OPEN = new Gate(() => Infinity);

const endOf = (outcome: Settled<unknown>): CallEnd =>
	'value' in outcome ? 'taken' : isTrouble(outcome.fault) ? 'trouble' : 'refused';

/** @throws Refusal when the address or time zone of the credential cannot be used */
export async function openService(context: NodeContext, signal?: AbortSignal): Promise<Service> {
	const data = await context.getCredentials(CREDENTIAL);
	const account = accountFrom(data);
	return new Service(context, account, signal, trafficOf(account.id));
}
