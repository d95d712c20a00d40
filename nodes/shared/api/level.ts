import { hasHelped, RoundTimes, type Slow } from './roundTimes';

/** Calls under way at once: at the start, and at most for calls that change nothing and for others. */
const FIRST = 5;
const MOST = { reads: 16, writes: 32 };

/** How many times their quickest time calls may take without being slow: times scatter. */
const TOLERANCE = 1.2;
const SLOW_ROUNDS = 3;
/** How long the quickest time is valid, and how long an unused level is kept. In ms. */
const BELIEVED_MS = 30_000;
/** To look up messages whose outcome is unknown, a run has a minute. */
const SETTLING_MS = 60_000;

/**
 * How a call ended: taken; refused for the rate (code 30); with a fault of the service (HTTP 5xx, no
 * response); with a fault that leaves open whether a write was carried out; or refused for another
 * reason, which says nothing about the load.
 */
export type CallEnd = 'taken' | 'tooOften' | 'trouble' | 'unknown' | 'other';

/**
 * How many calls may be under way at once: as many as the service takes without getting slower.
 *
 * The method is that of Gradient (Netflix's concurrency-limits), a descendant of TCP Vegas, with the slow
 * start and the halving of TCP. Vegas, since a queue in the service shows in its response times long before
 * anything fails; Gradient's ratio of times, since it needs no knowledge of how fast the service is.
 *
 * - Each call that is taken adds 1, which doubles the level each time that calls go and come; once the level
 *   had to shrink, a twelfth.
 * - The calls of a round, half as many as the level, are judged together. If they took more than 1.2 times as
 *   long as the quickest round, the level becomes the number that were at once * quickest / time, so that the
 *   queue empties. While the level doubles one such round is enough, later it takes three in a row.
 * - The first slow round may only show that a process that has just started is slow itself: the level goes
 *   back to the start once, as with BBR, and the quickest is measured anew.
 * - Where a smaller level does not make calls quicker, there was no queue: the service got slower, or its
 *   times scatter. The level goes back to where it was, and this is the quickest from now on.
 * - Trouble halves it, once for all calls that were under way. A refusal for the rate takes an eighth, and
 *   leaves as many as at the start: how many calls begin in a second is the matter of `Pace`.
 * - Every 30 s half of it is tried, to see how quick the service is without us.
 */
export class Level {
	private level = FIRST;

	/** `cold` doubles too, but it is not yet sure how quick the service is alone. */
	private phase: 'cold' | 'doubles' | 'steady' = 'cold';

	private slowRounds = 0;

	/** The round that made the level shrink, until it is clear whether that helped. */
	private before: Slow | undefined;

	/** How often the level was set back: calls that began before do not count for it. */
	private epoch = 0;

	private round = 0;
	private roundSize = FIRST;
	private readonly times = new RoundTimes();
	private underWay = 0;
	private probeAt = Date.now() + BELIEVED_MS;
	private growsFrom = 0;
	private usedAt = Date.now();

	/** How many calls that change nothing may be under way. */
	get reads(): number {
		return Math.min(this.writes, MOST.reads);
	}

	/** How many other calls may be under way. */
	get writes(): number {
		return Math.floor(this.level);
	}

	/** A call of this method goes out. @returns to be called when it has ended */
	begin(method: string): (end: CallEnd) => void {
		const began = Date.now();
		if (began >= this.probeAt) this.measureAnew(Math.max(FIRST, this.level / 2));
		const { round, epoch } = this;
		const atOnce = ++this.underWay;
		return (end) => {
			this.usedAt = Date.now();
			if (end === 'unknown') this.growsFrom = this.usedAt + SETTLING_MS;
			if (end === 'taken' && epoch === this.epoch) this.grow();
			this.underWay--;
			// Calls that began at an earlier level do not count for this one.
			if (end === 'other' || round !== this.round) return;
			if (end === 'taken') this.times.add(method, this.usedAt - began, atOnce);
			else if (end === 'tooOften') this.shrinkTo(Math.max(FIRST, (this.level * 7) / 8));
			else this.shrinkTo(this.level / 2);
			if (this.times.count >= this.roundSize) this.endRound();
		};
	}

	/** It is in use, or was until recently. */
	get isFresh(): boolean {
		return this.underWay > 0 || Date.now() < this.usedAt + BELIEVED_MS;
	}

	/** A level that is not used must not grow. */
	private grow(): void {
		const isUsed = this.underWay > this.level / 2;
		if (!isUsed || this.slowRounds > 0 || Date.now() < this.growsFrom) return;
		this.level = Math.min(MOST.writes, this.level + (this.phase === 'steady' ? 1 / 12 : 1));
	}

	private endRound(): void {
		const [slowness, atOnce] = this.times.judge();
		// If the pace lets fewer calls through, the level is not what makes them slow.
		if (atOnce < this.level / 2) return this.nextRound();
		const { before } = this;
		this.before = undefined;
		if (before && !hasHelped(before, slowness, this.level)) {
			this.times.rebase();
			this.level = before.atOnce;
			return this.nextRound();
		}
		this.slowRounds = slowness > TOLERANCE ? this.slowRounds + 1 : 0;
		if (this.slowRounds === 0) return this.nextRound();
		if (this.phase === 'cold') return this.measureAnew(FIRST);
		if (this.phase === 'steady' && this.slowRounds < SLOW_ROUNDS) return this.nextRound();
		this.shrinkTo(atOnce / slowness);
		this.before = { atOnce, slowness };
	}

	private shrinkTo(level: number): void {
		this.phase = 'steady';
		this.before = undefined;
		this.level = Math.min(this.level, Math.max(1, level));
		this.slowRounds = 0;
		this.epoch++;
		this.nextRound();
	}

	private measureAnew(level: number): void {
		this.probeAt = Date.now() + BELIEVED_MS;
		this.times.forget();
		this.shrinkTo(level);
		this.phase = 'doubles';
	}

	private nextRound(): void {
		this.round++;
		this.roundSize = Math.max(FIRST, this.level / 2);
		this.times.clear();
	}
}
