/** The header has whole seconds only. */
const SECOND_MS = 1000;

/** A clock known to this is exact enough; with slow responses, twice their time is as good. */
const SURE_MS = 250;

/**
 * The service's own clock, as the `Date` headers of its responses show it. The clock of this n8n may be
 * minutes off, so it only measures durations here. Times are ms since the epoch.
 */
export class ServerClock {
	/** How far the service's clock is ahead of this one: at least, and at most. */
	private least = -Infinity;

	private most = Infinity;

	/** How long a request and its response took, at least. */
	private shortest = Infinity;

	/**
	 * @param header the `Date` header of a response; anything that is no date is ignored
	 * @param asked when its request went out, by n8n's clock
	 */
	note(header: unknown, asked: number): void {
		const shown = typeof header === 'string' ? Date.parse(header) : NaN;
		if (Number.isNaN(shown)) return;
		// It was written between the request and now.
		const now = Date.now();
		const [least, most] = [shown - now, shown + SECOND_MS - asked];
		this.shortest = Math.min(this.shortest, now - asked);
		const agrees = least <= this.most && most >= this.least;
		// Two servers with different clocks, or n8n's clock was set: then both may be right.
		const [lower, upper] = agrees ? [Math.max, Math.min] : [Math.min, Math.max];
		this.least = lower(this.least, least);
		this.most = upper(this.most, most);
	}

	/** The present time, or up to a second and the time of a response earlier. @returns undefined while no response has shown it */
	now(): number | undefined {
		return this.earliest(Date.now());
	}

	/** What the clock showed at a time of n8n's clock, at the earliest, and at the latest. */
	earliest(time: number): number | undefined {
		return this.least === -Infinity ? undefined : time + this.least;
	}

	latest = (time: number): number => time + this.most;

	/** In ms; 0 where the clock is known well enough, Infinity while no response has shown it. */
	get unsure(): number {
		const unsure = this.most - this.least;
		const isKnown = unsure <= Math.max(SURE_MS, 2 * this.shortest);
		return isKnown && Number.isFinite(unsure) ? 0 : unsure;
	}

	/**
	 * In how many ms to send the request that shows most: it arrives when the clock, at the middle of what
	 * is possible, begins a second.
	 */
	untilSecond(): number {
		const middle = (this.least + this.most + this.shortest) / 2;
		return SECOND_MS - ((Date.now() + middle) % SECOND_MS);
	}
}
