/**
 * The service's own clock, as the `Date` header of its responses shows it. The clock of this n8n may be
 * minutes off, so it measures nothing here but the time that passed since a response came.
 */
export class ServerClock {
	/** How far the service's clock is ahead of this one, in ms: at least so much. */
	private ahead: number | undefined;

	/** @param header the `Date` header of a response; anything that is no date is ignored */
	note(header: unknown): void {
		const ms = typeof header === 'string' ? Date.parse(header) : NaN;
		if (Number.isNaN(ms)) return;
		// A header leaves out the part of a second and the way of the response: the highest is the truest.
		this.ahead = Math.max(this.ahead ?? -Infinity, ms - Date.now());
	}

	/**
	 * The present time in ms since the epoch, behind the true one by less than a second and the way of a
	 * response.
	 *
	 * @returns undefined while no response has shown it
	 */
	now(): number | undefined {
		return this.ahead === undefined ? undefined : Date.now() + this.ahead;
	}
}
