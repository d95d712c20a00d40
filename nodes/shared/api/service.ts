import { settle } from './outcome';
import { accountFrom, CREDENTIAL, type Account } from './account';
import type { FormValue } from './encode';
import { openEnvelope, Queued } from './envelope';
import { NoAnswer, ServiceRefusal } from './faults';
import { Gate } from './gate';
import { Pace } from './pace';
import { isRateRefusal, patiently, READ, Trouble, WRITE, type Patience } from './patience';
import { CODES } from './resultCodes';
import { ServerClock } from './serverClock';
import { post, type NodeContext } from './transport';

export type Params = { [key: string]: FormValue };

/** Reads of one run under way at once: its items, and the pages of each, share them. */
export const READS_AT_ONCE = 5;

/** The one way from the nodes to the service, for one run of a node. */
export class Service {
	private readonly trouble = new Trouble();

	private readonly reads = new Gate(READS_AT_ONCE);

	constructor(
		private readonly context: NodeContext,
		readonly account: Account,
		/** Aborted when the user stops the execution. */
		readonly signal?: AbortSignal,
		private readonly pace = new Pace(),
		/** The service's own time, as its responses show it. */
		readonly clock = new ServerClock(),
	) {}

	/**
	 * A call that changes nothing: repeated through passing trouble, cut off when the execution is cancelled.
	 *
	 * @throws ServiceRefusal also with code 100: a read that waits in a queue has read nothing
	 */
	async read(method: string, params: Params): Promise<unknown> {
		const data = await this.reads.through(async () => await this.call(method, params, READ));
		if (data instanceof Queued) throw new ServiceRefusal(method, CODES.queued, '', data.task);
		return data;
	}

	/**
	 * A call that changes or sends something: repeated only where it certainly had no effect. It may return
	 * a `Queued` in place of the data.
	 *
	 * @param params a function is asked for them each time that the request is about to go out
	 * @param begins told each time that the request is about to go out
	 */
	async write(
		method: string,
		params: Params | (() => Params),
		begins?: () => void,
	): Promise<unknown> {
		return await this.call(method, params, WRITE, begins);
	}

	/** The same service with a pace of its own, for calls that the user spaces out. */
	paced(intervalMs: number): Service {
		return new Service(this.context, this.account, this.signal, new Pace(intervalMs), this.clock);
	}

	private async call(
		method: string,
		params: Params | (() => Params),
		patience: Patience,
		begins?: () => void,
	): Promise<unknown> {
		return await patiently(patience, this.trouble, this.signal, async (started) => {
			const start = await this.pace.turn(this.signal);
			if (this.signal?.aborted) throw new NoAnswer(method, 'cancelled', '');
			started();
			begins?.();
			const given = typeof params === 'function' ? params() : params;
			const outcome = await settle(async () => await this.once(method, given, patience));
			if ('value' in outcome) {
				this.pace.accepted();
				return outcome.value;
			}
			if (isRateRefusal(outcome.fault)) this.pace.refused(start);
			throw outcome.fault;
		});
	}

	private async once(method: string, params: Params, patience: Patience): Promise<unknown> {
		const call = {
			method,
			params,
			timeoutMs: patience.timeoutMs,
			abortable: patience === READ,
		};
		const { body, date } = await post(this.context, this.account, call);
		this.clock.note(date);
		return openEnvelope(method, body);
	}
}

/**
 * Opens the service with the node's credential.
 *
 * @throws Refusal when the credential's address or time zone cannot be used
 */
export async function openService(context: NodeContext, signal?: AbortSignal): Promise<Service> {
	const data = await context.getCredentials(CREDENTIAL);
	return new Service(context, accountFrom(data), signal);
}
