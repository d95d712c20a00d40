import { Gate } from './gate';
import { backOff, isPassing, isRateRefusal, Trouble } from './patience';
import { pause, settle, type Settled } from './promises';

/** Calls under way at once: at the start, and at most for calls that change nothing and for others. */
const FIRST = 5;
const MOST = { reads: 16, writes: 32 };

/** How long the traffic of an account is kept after its last call. */
const KEPT_MS = 60_000;

/**
 * How many calls may be under way at once. It doubles with each round of calls until there is trouble. Trouble halves it,
 * once for all calls that were under way; from then on each round adds one.
 */
export class Level {
	private level = FIRST;
	private underWay = 0;
	private halvings = 0;
	private usedAt = performance.now();

	get isUsed(): boolean {
		return this.underWay > 0 || performance.now() - this.usedAt < KEPT_MS;
	}

	get reads(): number {
		return Math.min(this.writes, MOST.reads);
	}

	get writes(): number {
		return Math.floor(this.level);
	}

	/** How a call ends. Never throws. */
	async during<T>(call: Promise<T>): Promise<Settled<T>> {
		const { halvings } = this;
		this.underWay++;
		this.usedAt = performance.now();
		const outcome = await settle(call);
		// A level that is not used must not grow.
		const isFull = this.underWay-- > this.level / 2;
		if (halvings !== this.halvings) return outcome;
		if ('value' in outcome) {
			const step = halvings === 0 ? 1 : 1 / this.level;
			if (isFull) this.level = Math.min(MOST.writes, this.level + step);
		} else if (isPassing(outcome.fault) && !isRateRefusal(outcome.fault)) {
			this.halvings++;
			this.level = Math.max(1, this.level / 2);
		}
		return outcome;
	}
}

const SECOND_MS = 1000;
/** Timers ring late, and calls arrive at uneven times. */
const JITTER_MS = 20;
/** Between calls that only test whether the service takes any again. */
const TRIAL_MS = 250;
/**
 * The n-th call taken since a refusal makes the rate grow by n * n times this. So the rate stays near the limit for a
 * long time, and grows ever faster once the limit is gone, as in TCP CUBIC.
 */
const RECOVERY = 0.001;

export interface Turn {
	readonly start: number;
	/** How often the pace had been slowed down: calls of one burst have the same. */
	readonly slowdowns: number;
}

/**
 * The rate at which this process calls a method for one account: what the service took in the second before it refused a
 * call (code 30), in even steps. No figure is published.
 */
export class Pace {
	/** Calls a second. */
	private rate = Infinity;
	/** Of the last second, in order; not those that were refused. */
	private turns: Turn[] = [];

	private readonly line = new Gate(() => 1);

	private nextStart = 0;
	private slowdowns = 0;
	/** Refusals since the last accepted call: a service that refuses everything is asked ever less often. */
	private refusedInARow = 0;
	private acceptedInARow = 0;
	private readonly refusals = new Trouble();

	async turn(signal: AbortSignal | undefined): Promise<Turn> {
		return await this.line.through(async () => {
			// A refusal in the meantime may delay it further.
			while (performance.now() < this.nextStart && !signal?.aborted)
				await pause(this.nextStart - performance.now(), signal);
			const turn = { start: performance.now(), slowdowns: this.slowdowns };
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
		this.turns.filter((each) => each.start > turn.start - SECOND_MS);

	accepted(): void {
		this.refusals.over();
		this.refusedInARow = 0;
		this.acceptedInARow++;
		if (this.rate !== Infinity)
			this.rate *= 1 + (RECOVERY * (this.acceptedInARow / this.rate) ** 2) / this.rate;
	}

	/** @returns since when calls are refused, in ms by `performance.now()` */
	refused(turn: Turn): number {
		this.turns = this.turns.filter((each) => each !== turn);
		// Calls that began before the last slowdown do not slow it down again.
		if (turn.slowdowns === this.slowdowns) this.slowDown(turn);
		return this.refusals.met();
	}

	private slowDown(turn: Turn): void {
		this.slowdowns++;
		this.acceptedInARow = 0;
		// Refused again after a second: the limit is for a longer time, and says nothing about calls per second.
		if (this.refusedInARow++ > 0) {
			this.nextStart = performance.now() + backOff(this.refusedInARow);
			return;
		}
		const taken = this.before(turn);
		this.rate = Math.max(1, Math.min(this.rate, taken.length));
		const [{ start }] = [...taken, turn];
		this.nextStart = Math.max(this.nextStart, start + SECOND_MS + JITTER_MS);
	}
}

/** The calls for one account: all its runs in this process share how many go out at once, and their rate. */
export class Traffic {
	readonly level = new Level();

	/** The run decides how many writes go out at once. */
	readonly gates = { reads: new Gate(() => this.level.reads), writes: new Gate(() => Infinity) };

	private readonly paces = new Map<string, Pace>();

	/** A limit for one method must not hold up the others. */
	paceOf(method: string): Pace {
		const pace = this.paces.get(method) ?? new Pace();
		this.paces.set(method, pace);
		return pace;
	}
}

const all = new Map<string, Traffic>();

export function trafficOf(account: string): Traffic {
	for (const [id, { level }] of all) if (!level.isUsed) all.delete(id);
	const traffic = all.get(account) ?? new Traffic();
	all.set(account, traffic);
	return traffic;
}

/**
 * The calls of one run, parted by the interval that the user set. One of them waits for its turn among those of all
 * runs, so that a campaign does not keep a single message waiting.
 */
export class Spacing {
	private readonly line = new Gate(() => 1);

	private next = 0;

	constructor(private readonly intervalMs = 0) {}

	async turn<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
		return await this.line.through(async () => {
			await pause(this.next - performance.now(), signal);
			const done = await work();
			this.next = performance.now() + this.intervalMs;
			return done;
		}, signal);
	}
}
