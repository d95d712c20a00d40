import { backOff } from './patience';
import { pause } from './pause';

const WINDOW_MS = 1000;
/** Just under what the service was seen to accept, so that it does not have to refuse again soon. */
const AFTER_REFUSAL = 0.97;
/** What each accepted call adds to the rate, as a share: finds a higher limit within seconds. */
const RECOVERY = 0.005;

/**
 * The rate at which one run of a node calls the service, found from the service's own refusals
 * (code 30; it publishes no figure). One refusal slows down all calls of the run together.
 *
 * Before the first refusal only the interval that the user set counts.
 */
export class Pace {
	/** Calls a second; learnt from the calls accepted in the second before a refusal. */
	private rate = Infinity;

	private nextStart = 0;

	private slowedAt = 0;

	/** Refusals since the last accepted call: a service that refuses everything is asked ever less often. */
	private refusedInARow = 0;

	private acceptedAt: number[] = [];

	constructor(private readonly intervalMs = 0) {}

	/** Waits for this call's turn. @returns when the call starts, in ms since the epoch */
	async turn(signal: AbortSignal | undefined): Promise<number> {
		const now = Date.now();
		const start = Math.max(now, this.nextStart);
		this.nextStart = start + Math.max(this.intervalMs, WINDOW_MS / this.rate);
		await pause(start - now, signal);
		return start;
	}

	/** The service took the call that began at `start`. */
	accepted(): void {
		this.refusedInARow = 0;
		this.acceptedAt.push(Date.now());
		if (this.rate !== Infinity) this.rate *= 1 + RECOVERY;
	}

	/** The service refused the call that began at `start`: calls of the same burst slow the run down once. */
	refused(start: number): void {
		if (start < this.slowedAt) return;
		const now = Date.now();
		this.slowedAt = now;
		this.rate = Math.max(1, this.acceptedLately(now) * AFTER_REFUSAL);
		const wait = this.refusedInARow++ === 0 ? WINDOW_MS / this.rate : backOff(this.refusedInARow);
		this.nextStart = Math.max(this.nextStart, now + wait);
	}

	private acceptedLately(now: number): number {
		const first = this.acceptedAt.findIndex((time) => time > now - WINDOW_MS);
		this.acceptedAt = first < 0 ? [] : this.acceptedAt.slice(first);
		return this.acceptedAt.length;
	}
}
