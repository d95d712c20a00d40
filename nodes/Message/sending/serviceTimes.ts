import { pause } from '../../shared/api/pause';
import type { ServerClock } from '../../shared/api/serverClock';
import type { Service } from '../../shared/api/service';
import { settle } from '../../shared/api/outcome';
import type { Attempt } from './item';
import { madeWithin, runsAhead } from './lookUp';
import type { Bracket, Known, Span } from './match';

/** After so long, only another message of the run can show that the service's times are right. */
const FRESH_MS = 120_000;

/** How long the clock is read, about once a second: each time halves what is open. */
const LEARNING_MS = 6000;

/** The times of calls by the service's own clock, and whether its list keeps to that clock. */
export class ServiceTimes {
	/** Something lay in the future once: after a while it would not any longer. */
	private isAhead = false;

	constructor(
		private readonly clock: ServerClock,
		private readonly known: Known,
	) {}

	/** @returns undefined while the service has not shown its clock */
	of({ began, ended, above }: Attempt): Bracket | undefined {
		const { unsure } = this.clock;
		const from = this.clock.earliest(began);
		if (from === undefined) return undefined;
		return { from, to: ended === undefined ? undefined : this.clock.latest(ended), unsure, above };
	}

	/** Reads the clock until it is known well. @param read any call that shows it */
	async learn(read: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
		const ends = Date.now() + LEARNING_MS;
		while (this.clock.unsure > 0 && Date.now() < ends) {
			await pause(this.clock.untilSecond(), signal);
			if (signal?.aborted) return;
			await settle(read);
		}
	}

	/** The span in which a call was certainly under way. @returns undefined where there is none */
	static certain({ from, to, unsure }: Bracket): Span | undefined {
		const span = { from: from + unsure, to: to === undefined ? undefined : to - unsure };
		return span.to === undefined || span.from <= span.to ? span : undefined;
	}

	/**
	 * Whether the list's times are what they seem to be: the zone of the credential may be wrong, and the
	 * account's clock. A message of the run must be listed at its time; where none is listed, nothing
	 * may lie in the future.
	 */
	async areRight(service: Service, bracket: Bracket): Promise<boolean> {
		const now = this.clock.now();
		if (now === undefined) return false;
		const { witness } = this.known;
		const span = witness && this.of(witness.attempt);
		if (witness && span) {
			const campaigns = [witness.campaignId];
			if ((await madeWithin(service, campaigns, span)).size > 0) return true;
			// It may not be listed yet; listed at another time, it shows that the times are wrong.
			if ((await madeWithin(service, campaigns)).size > 0) return false;
		}
		if ((bracket.to ?? now) < now - FRESH_MS) return false;
		this.isAhead ||= await runsAhead(service, this.clock.latest(Date.now()));
		return !this.isAhead;
	}
}
