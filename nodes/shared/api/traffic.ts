import { Gate } from './gate';
import { Pace } from './pace';
import { pause } from './promises';

/** Calls under way at once: at the start, and at most for calls that change nothing and for others. */
const FIRST = 5;
const MOST = { reads: 16, writes: 32 };

/**
 * How a call ended: taken; with a fault of the service (HTTP 5xx, no response); or refused, which says nothing about
 * how many may be under way.
 */
export type CallEnd = 'taken' | 'trouble' | 'refused';

/**
 * How many calls may be under way at once. It doubles each time that calls go and come, until there is trouble, which
 * halves it, once for all calls that were under way; from then on each such time adds one.
 */
export class Level {
	private level = FIRST;

	private underWay = 0;

	/** How often it was halved: calls that began before do not count. */
	private halvings = 0;

	get isUsed(): boolean {
		return this.underWay > 0;
	}

	/** How many calls that change nothing may be under way. */
	get reads(): number {
		return Math.min(this.writes, MOST.reads);
	}

	/** How many other calls may be under way. */
	get writes(): number {
		return Math.floor(this.level);
	}

	/** A call goes out. @returns to be called when it has ended */
	begin(): (end: CallEnd) => void {
		const { halvings } = this;
		this.underWay++;
		return (end) => {
			// A level that is not used must not grow.
			const isFull = this.underWay-- > this.level / 2;
			if (halvings !== this.halvings) return;
			if (end === 'trouble') {
				this.halvings++;
				this.level = Math.max(1, this.level / 2);
			} else if (end === 'taken' && isFull) {
				const step = halvings === 0 ? 1 : 1 / this.level;
				this.level = Math.min(MOST.writes, this.level + step);
			}
		};
	}
}

/** How long a traffic that is not used is kept. In ms. */
const KEPT_MS = 60_000;
/** Accounts whose traffic is kept. */
const KEPT = 100;

/** The calls for one account: all its runs in this process share their number at once and their rate. */
export class Traffic {
	readonly level = new Level();

	/** The items of a run, the pages of each, and other runs share it. */
	readonly reads = new Gate(() => this.level.reads);

	private readonly paces = new Map<string, Pace>();

	private usedAt = Date.now();

	/** A limit for one method must not hold up the others. */
	paceOf(method: string): Pace {
		this.usedAt = Date.now();
		const pace = this.paces.get(method) ?? new Pace();
		this.paces.set(method, pace);
		return pace;
	}

	/** It is in use, or was until recently. */
	get isFresh(): boolean {
		// The machine's clock may be set back.
		return this.level.isUsed || Math.abs(Date.now() - this.usedAt) < KEPT_MS;
	}
}

const all = new Map<string, Traffic>();

/** @param account its id */
export function trafficOf(account: string): Traffic {
	const known = all.get(account);
	const traffic = known?.isFresh ? known : new Traffic();
	all.delete(account);
	all.set(account, traffic);
	const [oldest] = all.keys();
	if (all.size > KEPT) all.delete(oldest);
	return traffic;
}

/** Parts the starts of the calls of one run by the interval that the user set. */
export class Spacing {
	private readonly line = new Gate(() => 1);

	private next = 0;

	constructor(private readonly intervalMs = 0) {}

	async turn<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
		if (this.intervalMs === 0) return await work();
		return await this.line.through(async () => {
			await pause(this.next - Date.now(), signal);
			const done = await work();
			this.next = Date.now() + this.intervalMs;
			return done;
		}, signal);
	}
}
