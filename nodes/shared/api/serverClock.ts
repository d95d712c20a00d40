/** The service's own clock, as the `Date` headers of its responses show it: the clock of this n8n may be minutes off. */
export class ServerClock {
	/** How far it is ahead of n8n's clock, in ms. */
	private ahead: number | undefined;

	/** @param header the `Date` header of a response that just came; anything that is no date is ignored */
	note(header: unknown): void {
		const shown = typeof header === 'string' ? Date.parse(header) : NaN;
		if (!Number.isNaN(shown)) this.ahead = shown - Date.now();
	}

	/** Its time in ms since the epoch, or up to a second earlier. @returns undefined while no response has shown it */
	now(): number | undefined {
		return this.ahead === undefined ? undefined : Date.now() + this.ahead;
	}
}
