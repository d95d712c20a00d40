import { Gate } from './gate';
import { backOff, Trouble, RATE_MS } from './patience';
import { pause } from './promises';

const SECOND_MS = 1000;
/** Timers ring late, and calls arrive at uneven times: so much is made good, or waited longer. */
const JITTER_MS = 20;
/** Between calls that only test whether the service takes any again. */
const TRIAL_MS = 250;
/**
 * The n-th call taken since a refusal adds n * n times this share to the rate. So it stays near the limit for a long
 * time, and grows ever faster once the limit is gone, as in TCP CUBIC.
 */
const RECOVERY = 0.001;

/** When a call begins, in ms. */
export interface Turn {
	readonly start: number;
	/** How often the pace had been slowed down: calls of one burst have the same. */
	readonly slowdowns: number;
}

/**
 * The rate at which this process calls a method of the service for one account, found from the service's own refusals
 * (code 30; it publishes no figure): what it took in the second before it refused a call, in even steps. One refusal
 * slows down all calls together.
 */
export class Pace {
	/** Calls a second. */
	private rate = Infinity;

	/** Of the last second, in order; not those that were refused. */
	private turns: Turn[] = [];

	private readonly line = new Gate(() => 1);

	private nextStart = 0;

	/** How often it was slowed down. */
	private slowdowns = 0;

	/** Refusals since the last accepted call: a service that refuses everything is asked ever less often. */
	private refusedInARow = 0;

	private acceptedInARow = 0;

	readonly refusals = new Trouble(RATE_MS);

	/** Waits for this call's turn. */
	async turn(signal: AbortSignal | undefined): Promise<Turn> {
		return await this.line.through(async () => {
			// A refusal in the meantime may delay it further.
			while (Date.now() < this.nextStart && !signal?.aborted)
				await pause(this.nextStart - Date.now(), signal);
			const turn = { start: Date.now(), slowdowns: this.slowdowns };
			// The call is not made.
			if (signal?.aborted) return turn;
			this.turns = [...this.before(turn), turn];
			const step = this.refusedInARow > 1 ? TRIAL_MS : SECOND_MS / Math.floor(this.rate);
			this.nextStart = Math.max(this.nextStart, turn.start - JITTER_MS) + step;
			return turn;
		}, signal);
	}

	/** The others of the second before it. */
	private before = (turn: Turn): Turn[] =>
		this.turns.filter((each) => each !== turn && each.start > turn.start - SECOND_MS);

	/** The service took a call. */
	accepted(): void {
		this.refusedInARow = 0;
		this.acceptedInARow++;
		if (this.rate !== Infinity)
			this.rate *= 1 + (RECOVERY * (this.acceptedInARow / this.rate) ** 2) / this.rate;
	}

	/** The service refused a call. Calls that began before the last slowdown do not slow it down again. */
	refused(turn: Turn): void {
		this.turns = this.turns.filter((each) => each !== turn);
		if (turn.slowdowns < this.slowdowns) return;
		this.slowdowns++;
		this.acceptedInARow = 0;
		// Refused again after a second: the limit is for a longer time, and says nothing about calls per second.
		if (this.refusedInARow++ > 0) {
			this.nextStart = Date.now() + backOff(this.refusedInARow);
			return;
		}
		const taken = this.before(turn);
		this.rate = Math.max(1, Math.min(this.rate, taken.length));
		const [{ start }] = [...taken, turn];
		this.nextStart = Math.max(this.nextStart, start + SECOND_MS + JITTER_MS);
	}
}
