/** The header leaves out the part of a second. */
const SECOND_MS = 1000;

/**
 * The service's own clock, as the `Date` headers of its responses show it. The clock of this n8n may be
 * minutes off, so it measures nothing here but the time that passes. Times are ms since the epoch.
 */
export class ServerClock {
	/** How far the service's clock is ahead of this one: at least, and at most. */
	private least = -Infinity;

	private most = Infinity;

	/**
	 * @param header the `Date` header of a response; anything that is no date is ignored
	 * @param asked when its request went out, by n8n's clock
	 */
	note(header: unknown, asked: number): void {
		const shown = typeof header === 'string' ? Date.parse(header) : NaN;
		if (Number.isNaN(shown)) return;
		// It was written between the request and now.
		const [least, most] = [shown - Date.now(), shown + SECOND_MS - asked];
		const agrees = least <= this.most && most >= this.least;
		// Two servers with clocks of their own, or n8n's was set: then both may be right.
		const [lower, upper] = agrees ? [Math.max, Math.min] : [Math.min, Math.max];
		this.least = lower(this.least, least);
		this.most = upper(this.most, most);
	}

	/** The present time, or up to `unsure` before it. @returns undefined while no response has shown it */
	now(): number | undefined {
		return this.earliest(Date.now());
	}

	/** What the clock showed at a time of n8n's clock, or up to `unsure` more. */
	earliest(time: number): number | undefined {
		return this.least === -Infinity ? undefined : time + this.least;
	}

	/** In ms; Infinity while no response has shown it. */
	get unsure(): number {
		return this.most - this.least;
	}

	/** In how many ms a request shows most: when the clock, at the middle of what is possible, begins a second. */
	untilSecond(): number {
		const middle = (this.least + this.most) / 2;
		return SECOND_MS - ((Date.now() + middle) % SECOND_MS);
	}
}
