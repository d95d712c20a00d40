import { Times } from './times';

/** Calls under way at once: at the start, and at most for calls that change nothing and for others. */
const FIRST = 5;
const MOST = { reads: 16, writes: 32 };

/** How many times their quickest time calls may take without being slow: times scatter. */
const TOLERANCE = 1.2;
const SLOW_ROUNDS = 3;
/** How long the quickest time is believed, and a level kept that nobody uses. In ms. */
const BELIEVED_MS = 30_000;
/** To look up messages whose outcome is unknown, a run has a minute. */
const SETTLING_MS = 60_000;

/**
 * How a call ended: taken; refused for the rate (code 30); in other trouble of the service (HTTP 5xx, no
 * response); in trouble that leaves open whether a write was carried out; or with a decision, which says
 * nothing of its load.
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
 *   had to shrink, an eighth.
 * - The calls of a round, half as many as the level, are judged together. If they took more than 1.2 times as
 *   long as the quickest round, the level becomes the number that were at once * 1.2 * quickest / time: a
 *   service that works on 8 at once gets 9.6. Once the level no longer doubles it takes three such rounds in
 *   a row, during which it does not grow: fewer may be n8n's own work. Such noise passes, and a queue stays.
 * - Trouble halves it, once for all calls that were under way. A refusal for the rate takes an eighth: how
 *   many calls begin in a second is the matter of `Pace`.
 * - Every 30 s half of it is tried, to see how quick the service is without us.
 */
export class Level {
	private level = FIRST;

	private doubles = true;

	/** Where the slow rounds in a row would put the level. */
	private slowRounds: number[] = [];

	private round = 0;

	private roundSize = FIRST;

	private readonly times = new Times();

	private underWay = 0;

	private probeAt = 0;

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
		if (began >= this.probeAt) this.probe(began);
		const { round } = this;
		const atOnce = ++this.underWay;
		return (end) => {
			this.usedAt = Date.now();
			if (end === 'unknown') this.growsFrom = this.usedAt + SETTLING_MS;
			if (end === 'taken') this.grow();
			this.underWay--;
			// What began at an earlier level says nothing of this one.
			if (end === 'other' || round !== this.round) return;
			if (end === 'taken') this.times.add(method, this.usedAt - began, atOnce);
			else this.shrinkTo(this.level * (end === 'tooOften' ? 7 / 8 : 1 / 2));
			if (this.times.count >= this.roundSize) this.endRound();
		};
	}

	/** It is in use, or was until a moment ago. */
	get isFresh(): boolean {
		return this.underWay > 0 || Date.now() < this.usedAt + BELIEVED_MS;
	}

	/** A level that is not used must not grow. */
	private grow(): void {
		const isUsed = this.underWay > this.level / 2;
		if (!isUsed || this.slowRounds.length > 0 || Date.now() < this.growsFrom) return;
		this.level = Math.min(MOST.writes, this.level + (this.doubles ? 1 : 1 / 8));
	}

	private endRound(): void {
		const [slowness, atOnce] = this.times.judge();
		if (slowness <= TOLERANCE) this.slowRounds = [];
		else this.slowRounds.push((atOnce * TOLERANCE) / slowness);
		const enough = this.doubles ? 1 : SLOW_ROUNDS;
		if (this.slowRounds.length >= enough) this.shrinkTo(Math.max(...this.slowRounds));
		else this.nextRound();
	}

	private shrinkTo(level: number): void {
		this.doubles = false;
		this.level = Math.min(this.level, Math.max(1, level));
		this.slowRounds = [];
		this.nextRound();
	}

	private probe(now: number): void {
		this.probeAt = now + BELIEVED_MS;
		this.times.forget();
		this.shrinkTo(Math.max(FIRST, this.level / 2));
		this.doubles = true;
	}

	private nextRound(): void {
		this.round++;
		this.roundSize = Math.max(FIRST, this.level / 2);
		this.times.clear();
	}
}

/** Accounts whose level is kept. */
const KEPT = 100;

const kept = new Map<string, Level>();

/** The level of an account, which all its runs in this process share. */
export function levelOf(account: string): Level {
	const known = kept.get(account);
	const level = known?.isFresh ? known : new Level();
	kept.delete(account);
	kept.set(account, level);
	const [oldest] = kept.keys();
	if (kept.size > KEPT) kept.delete(oldest);
	return level;
}
