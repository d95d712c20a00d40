import { Gate } from './gate';
import { backOff, Refusals } from './patience';
import { pause } from './promises';

const WINDOW_MS = 1000;
/** Calls arrive at uneven times: only this much later does a call of the second before no longer count. */
const MARGIN_MS = 20;
/** Between calls that only test whether the service takes any again. */
const TRIAL_MS = 250;
/**
 * The n-th call taken since a refusal adds n * n times this share to the room. So the room stays near the
 * limit for a long time, and grows ever faster once the limit is gone, as in TCP CUBIC.
 */
const RECOVERY = 0.002;
/** A count above this share of the room is the same room, minus calls still on their way. */
const NEARLY = 0.85;

/** When a call begins, in ms. */
export interface Turn {
	readonly start: number;
	/** How often the pace had been slowed down: calls of one burst have the same. */
	readonly slowdowns: number;
}

/**
 * The rate at which this process calls a method of the service for one account, found from the service's own refusals
 * (code 30; it publishes no figure). One refusal slows down all calls together. From then on no second has more calls
 * than the service accepted in one, wherever its own seconds begin.
 */
export class Pace {
	/** Calls within any second. */
	private room = Infinity;

	/** The slowdown at which the service's limit per second was measured. */
	private measuredAt = -1;

	/** Of the last second, in order; not those that were refused. */
	private turns: Turn[] = [];

	private readonly line = new Gate(() => 1);

	private nextStart = 0;

	/** How often it was slowed down. */
	private slowdowns = 0;

	/** Refusals since the last accepted call: a service that refuses everything is asked ever less often. */
	private refusedInARow = 0;

	private acceptedInARow = 0;

	readonly refusals = new Refusals();

	/** Waits for this call's turn. */
	async turn(signal: AbortSignal | undefined): Promise<Turn> {
		return await this.line.through(async () => {
			for (;;) {
				const now = Date.now();
				const start = Math.max(this.nextStart, this.roomFrom(now));
				// The call is not made.
				if (signal?.aborted) return { start: now, slowdowns: this.slowdowns };
				if (start <= now) return this.begin(now);
				// A refusal in the meantime may delay it further.
				await pause(start - now, signal);
			}
		}, signal);
	}

	private begin(now: number): Turn {
		const turn = { start: now, slowdowns: this.slowdowns };
		this.turns.push(turn);
		this.nextStart = now + this.stepMs;
		return turn;
	}

	/** Twice as fast as even steps: then few calls are under way when one is refused, and a pause after a burst is made good. */
	private get stepMs(): number {
		return this.refusedInARow > 1 ? TRIAL_MS : WINDOW_MS / this.room / 2;
	}

	/** When the next second has room. */
	private roomFrom(now: number): number {
		const over = this.turns.findIndex(({ start }) => start > now - WINDOW_MS - MARGIN_MS);
		if (over > 0) this.turns.splice(0, over);
		const first = this.turns[this.turns.length - Math.floor(this.room)];
		return first ? first.start + WINDOW_MS + MARGIN_MS : 0;
	}

	/** The service took a call. */
	accepted(): void {
		this.refusedInARow = 0;
		this.acceptedInARow++;
		if (this.room !== Infinity)
			this.room *= 1 + (RECOVERY * (this.acceptedInARow / this.room) ** 2) / this.room;
	}

	/** The service refused a call. Calls that began before the last slowdown do not slow it down again. */
	refused(turn: Turn): void {
		this.turns = this.turns.filter((each) => each !== turn);
		if (turn.slowdowns < this.slowdowns) {
			// It was on its way when the room was measured, and was counted.
			if (turn.slowdowns === this.measuredAt) this.room = Math.max(1, this.room - 1);
			return;
		}
		this.slowdowns++;
		this.acceptedInARow = 0;
		// Refused again after a second: the limit is for a longer time, and says nothing about calls per second.
		const wait = this.refusedInARow++ === 0 ? this.slowDown(turn) : backOff(this.refusedInARow);
		this.nextStart = Date.now() + wait;
	}

	/** @returns how long to wait at least, in ms */
	private slowDown(refused: Turn): number {
		const lately = this.turns.filter(({ start }) => start > refused.start - WINDOW_MS).length;
		if (lately < this.room * NEARLY) this.measuredAt = refused.slowdowns;
		this.room = Math.max(1, Math.min(this.room, lately));
		return lately === 0 ? WINDOW_MS : 0;
	}
}
