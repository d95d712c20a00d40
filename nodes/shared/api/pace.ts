import { backOff } from './patience';
import { pause } from './pause';

const WINDOW_MS = 1000;
/** Between calls that only find out whether the service takes any again: mostly the first one shows it. */
const TRIAL_MS = 250;
/** Just under what the service was seen to accept, so that it does not have to refuse again soon. */
const AFTER_REFUSAL = 0.97;
/**
 * What the n-th call taken since a refusal adds to the rate, as n * n times this share. The rate stays near
 * the limit for long, and grows ever faster where there is none any more, as in TCP CUBIC.
 */
const RECOVERY = 0.000_000_02;

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

	/** How often the run was slowed down. */
	private slowdowns = 0;

	/** Refusals since the last accepted call: a service that refuses everything is asked ever less often. */
	private refusedInARow = 0;

	private acceptedAt: number[] = [];

	private acceptedInARow = 0;

	constructor(private readonly intervalMs = 0) {}

	/** Waits for this call's turn. @returns the turn, by which `refused` knows calls of one burst */
	async turn(signal: AbortSignal | undefined): Promise<number> {
		for (;;) {
			const now = Date.now();
			const turn = this.slowdowns;
			const start = Math.max(now, this.nextStart);
			this.nextStart = start + Math.max(this.intervalMs, this.stepMs);
			await pause(start - now, signal);
			// Slowed down meanwhile, the run has given the turns that were waited for anew.
			if (turn === this.slowdowns || signal?.aborted) return turn;
		}
	}

	private get stepMs(): number {
		return this.refusedInARow > 1 ? TRIAL_MS : WINDOW_MS / this.rate;
	}

	/** The service took a call. */
	accepted(): void {
		this.refusedInARow = 0;
		this.acceptedAt.push(Date.now());
		this.acceptedInARow++;
		if (this.rate !== Infinity) this.rate *= 1 + RECOVERY * this.acceptedInARow ** 2;
	}

	/** The service refused a call: all that got their turn before the run was slowed down slow it down once. */
	refused(turn: number): void {
		if (turn < this.slowdowns) return;
		this.slowdowns++;
		this.acceptedInARow = 0;
		const now = Date.now();
		// Refused again after the second has passed: the limit is one of a longer time, and says nothing of the rate.
		const wait = this.refusedInARow++ === 0 ? this.slowDown(now) : backOff(this.refusedInARow);
		this.nextStart = now + Math.max(this.intervalMs, wait);
	}

	/** @returns in how many ms there is room: after a burst, the second in which it fell has to pass */
	private slowDown(now: number): number {
		this.rate = Math.max(1, this.acceptedLately(now) * AFTER_REFUSAL);
		const [oldest = now] = this.acceptedAt;
		return Math.max(WINDOW_MS / this.rate, oldest + WINDOW_MS - now);
	}

	private acceptedLately(now: number): number {
		const first = this.acceptedAt.findIndex((time) => time > now - WINDOW_MS);
		this.acceptedAt = first < 0 ? [] : this.acceptedAt.slice(first);
		return this.acceptedAt.length;
	}
}
