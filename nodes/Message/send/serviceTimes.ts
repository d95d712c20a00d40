import { pause, settle } from '../../shared/api/promises';
import type { ServerClock } from '../../shared/api/serverClock';
import type { Service } from '../../shared/api/service';
import { madeWithin, runsAhead } from './calls';
import type { Bracket, Known, TimeRange, Tried } from './match';

/** After this time, only another message of the run can show that the service's times are right. */
const FRESH_MS = 120_000;

/** How long the clock is read, about once a second: each time halves the uncertainty. */
const LEARNING_MS = 6000;

/** The times of calls by the service's own clock, and whether the times in its list agree with it. */
export class ServiceTimes {
	/** Something was in the future once. It is kept, since later it would not be any more. */
	private isAhead = false;

	constructor(
		private readonly clock: ServerClock,
		private readonly known: Known,
	) {}

	/** When a message was tried. @returns undefined before the service has shown its clock */
	of({ attempt, bracket }: Tried): Bracket | undefined {
		const { unsure } = this.clock;
		const from = attempt && this.clock.earliest(attempt.began);
		if (attempt === undefined || from === undefined) return bracket;
		const { ended, above } = attempt;
		return { from, to: ended === undefined ? undefined : this.clock.latest(ended), unsure, above };
	}

	/** Reads the clock until it is known well. @param read any call: each response shows the clock */
	async learn(read: () => Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
		const ends = Date.now() + LEARNING_MS;
		while (this.clock.unsure > 0 && Date.now() < ends) {
			await pause(this.clock.untilSecond(), signal);
			if (signal?.aborted) return;
			await settle(read);
		}
	}

	/** The span in which a call was certainly under way. @returns undefined where there is none */
	static certain({ from, to, unsure }: Bracket): TimeRange | undefined {
		const span = { from: from + unsure, to: to === undefined ? undefined : to - unsure };
		return span.to === undefined || span.from <= span.to ? span : undefined;
	}

	/**
	 * Whether the list's times can be trusted: the zone of the credential, or the account's clock, may be wrong.
	 * A message of the run must be listed at its time; if none was accepted, nothing may be in the future.
	 */
	async areRight(service: Service, bracket: Bracket): Promise<boolean> {
		const { witness } = this.known;
		if (witness) {
			// If it is not listed yet, the next look-up asks again.
			const span = this.of(witness);
			return span ? (await madeWithin(service, [witness.campaignId], span)).size > 0 : false;
		}
		const now = this.clock.now();
		if (now === undefined || (bracket.to ?? now) < now - FRESH_MS) return false;
		this.isAhead ||= await runsAhead(service, this.clock.latest(Date.now()));
		return !this.isAhead;
	}
}
