/**
 * The service's own clock, as the `Date` header of its responses shows it. The clock of this n8n may
 * be minutes off, so it measures nothing here but the time that passed since a response came.
 */
export class ServerClock {
	private shown: { ms: number; at: number } | undefined;

	/** @param header the `Date` header of a response; anything that is no date is ignored */
	note(header: unknown): void {
		const ms = typeof header === 'string' ? Date.parse(header) : NaN;
		if (!Number.isNaN(ms)) this.shown = { ms, at: Date.now() };
	}

	/**
	 * The present time in ms since the epoch, behind the true one by the way of the response and the
	 * part of a second that the header leaves out.
	 *
	 * @returns undefined while no response has shown it
	 */
	now(): number | undefined {
		return this.shown && this.shown.ms + Date.now() - this.shown.at;
	}
}
