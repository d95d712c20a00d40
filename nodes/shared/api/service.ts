import { settle, type Settled } from './promises';
import { accountFrom, CREDENTIAL, type Account } from './account';
import { encodeForm, type FormValue } from './encode';
import { openEnvelope, Queued } from './envelope';
import { beforeCall, NoAnswer, ServiceRefusal } from './faults';
import { mayHaveHappened } from './certainty';
import { Gate } from './gate';
import { Level, type CallEnd } from './level';
import { Pace } from './pace';
import { isRateRefusal, patiently, READ, Trouble, WRITE, type Patience } from './patience';
import { CODES } from './resultCodes';
import { ServerClock } from './serverClock';
import { post, type NodeContext } from './transport';

export type Params = { [key: string]: FormValue };

/** The one way from the nodes to the service, for one run of a node. */
export class Service {
	private readonly trouble = new Trouble();

	/** The items of a run, and the pages of each, share it. */
	private readonly reads = new Gate(() => this.level.reads);

	constructor(
		private readonly context: NodeContext,
		readonly account: Account,
		/** Aborted when the user stops the execution, or when the time of its calls is up. */
		readonly signal?: AbortSignal,
		private readonly pace = new Pace(),
		/** The service's own time, as its responses show it. */
		readonly clock = new ServerClock(),
		/** How many calls may be under way. */
		readonly level = new Level(),
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
	 * @param begins called each time that the request is about to go out
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
		const { context, account, signal, clock, level } = this;
		return new Service(context, account, signal, new Pace(intervalMs), clock, level);
	}

	/** The same service, whose reads are cut off by one more signal. */
	until(signal: AbortSignal): Service {
		const { context, account, pace, clock, level } = this;
		const signals = [signal, ...(this.signal ? [this.signal] : [])];
		return new Service(context, account, AbortSignal.any(signals), pace, clock, level);
	}

	private async call(
		method: string,
		params: Params | (() => Params),
		patience: Patience,
		begins?: () => void,
	): Promise<unknown> {
		return await patiently(patience, this.trouble, this.signal, async (started) => {
			const turn = await this.pace.turn(this.signal);
			if (this.signal?.aborted) throw new NoAnswer(method, 'cancelled', '');
			started();
			const form = beforeCall(() => {
				begins?.();
				return encodeForm(typeof params === 'function' ? params() : params);
			});
			const ended = this.level.begin(method);
			const outcome = await settle(async () => await this.once(method, form, patience));
			ended(endOf(outcome, patience));
			if ('value' in outcome) {
				this.pace.accepted();
				return outcome.value;
			}
			if (isRateRefusal(outcome.fault)) this.pace.refused(turn);
			throw outcome.fault;
		});
	}

	private async once(method: string, form: string, patience: Patience): Promise<unknown> {
		const call = {
			method,
			form,
			timeoutMs: patience.timeoutMs,
			signal: patience === READ ? this.signal : undefined,
		};
		const asked = Date.now();
		const { body, date } = await post(this.context, this.account, call);
		this.clock.note(date, asked);
		return openEnvelope(method, body);
	}
}

function endOf(outcome: Settled<unknown>, patience: Patience): CallEnd {
	if ('value' in outcome) return 'taken';
	if (isRateRefusal(outcome.fault)) return 'tooOften';
	if (patience === WRITE && mayHaveHappened(outcome.fault)) return 'unknown';
	return READ.lastsMs(outcome.fault) > 0 ? 'trouble' : 'other';
}

/**
 * Opens the service with the node's credential.
 *
 * @throws Refusal when the credential's address or time zone cannot be used
 */
export async function openService(context: NodeContext, signal?: AbortSignal): Promise<Service> {
	const data = await context.getCredentials(CREDENTIAL);
	const account = accountFrom(data);
	const credential = context.getNode().credentials?.[CREDENTIAL]?.id ?? '';
	const level = levelOf(`${account.baseUrl} ${credential}`);
	return new Service(context, account, signal, undefined, undefined, level);
}

/** Accounts whose level is kept. */
const KEPT = 100;

const levels = new Map<string, Level>();

/** The level of an account, which all its runs in this process share. */
export function levelOf(account: string): Level {
	const known = levels.get(account);
	const level = known?.isFresh ? known : new Level();
	levels.delete(account);
	levels.set(account, level);
	const [oldest] = levels.keys();
	if (levels.size > KEPT) levels.delete(oldest);
	return level;
}
