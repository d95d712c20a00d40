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
