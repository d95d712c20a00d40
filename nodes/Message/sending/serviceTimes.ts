import type { Service } from '../../shared/api/service';
import type { Attempt } from './attempts';
import { madeWithin, runsAhead } from './lookUp';
import type { Bracket } from './match';

/** After so long, only another message of the run can show that the service's times are right. */
const FRESH_MS = 120_000;

/** The times of calls by the service's own clock, and whether its list keeps to that clock. */
export class ServiceTimes {
	/** Something lay in the future once: after a while it would not any longer. */
	private isAhead = false;

	private witness: { campaignId: string; attempt: Attempt } | undefined;

	constructor(private readonly service: Service) {}

	/** A message of this run that was accepted: it is known when it was made. The first one counts. */
	accepted(campaignId: unknown, attempt: Attempt): void {
		this.witness ??= { campaignId: String(campaignId).trim(), attempt };
	}

	/** @returns undefined while the service has not shown its clock */
	of({ began, ended, above }: Attempt): Bracket | undefined {
		const now = this.service.clock.now();
		if (now === undefined) return undefined;
		const at = (ms: number) => now - (Date.now() - ms);
		return { from: at(began), to: ended === undefined ? undefined : at(ended), above };
	}

	/**
	 * Whether the list's times are what they seem to be: the zone of the credential may be wrong, and the
	 * account's clock. A message of the run must be listed at its time; where none is listed, nothing
	 * may lie in the future.
	 */
	async areRight(bracket: Bracket): Promise<boolean> {
		const now = this.service.clock.now();
		if (now === undefined) return false;
		const span = this.witness && this.of(this.witness.attempt);
		if (this.witness && span) {
			const campaigns = [this.witness.campaignId];
			if ((await madeWithin(this.service, campaigns, span)).size > 0) return true;
			// It may not be listed yet; listed at another time, it shows that the times are wrong.
			if ((await madeWithin(this.service, campaigns)).size > 0) return false;
		}
		if ((bracket.to ?? now) < now - FRESH_MS) return false;
		this.isAhead ||= await runsAhead(this.service, now);
		return !this.isAhead;
	}
}
