import type { RandomSource } from '../freedoms/random.mts';
import { wholeSecond, type StoredMessage } from './messages.mts';
import type { Store } from './store.mts';

/** A status that a message takes on, `after` ms from the start of its sending. */
export interface Step {
	after: number;
	status: string;
}

/** What becomes of a message, by the last two digits of its recipient; everyone else gets DELIVRD. */
export const RECIPIENTS: Readonly<Record<string, string>> = {
	'01': 'UNDELIV',
	'02': 'REJECTD',
	'03': 'EXPIRED',
	'04': 'DELETED',
	'05': 'ACCEPTD',
};

const FINAL = new Set(['DELIVRD', 'UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED']);

export const isFinal = (status: string): boolean => FINAL.has(status);

export function stepsFor(to: string): Step[] {
	const last = RECIPIENTS[to.slice(-2)] ?? 'DELIVRD';
	return [
		{ after: 300, status: 'ENQUEUD' },
		{ after: 800, status: 'ACCEPTD' },
		...(last === 'ACCEPTD' ? [] : [{ after: 1500, status: last }]),
	];
}

export class Statuses {
	/** Messages whose status a test took into its own hands. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly store: Store,
		private readonly random: RandomSource,
	) {}

	/** From now on the message no longer advances by itself. */
	set(id: string, status: string, at: number): void {
		this.taken.add(id);
		this.apply(id, status, at);
	}

	/** The message's own life from `start` (ms) on. */
	schedule({ id, to }: StoredMessage, start: number): void {
		for (const step of this.store.lifecycle(to)) {
			const at = start + step.after;
			const status = this.nameOf(step.status);
			this.store.agenda.schedule(at, () => {
				if (!this.taken.has(id)) this.apply(id, status, at);
			});
		}
	}

	private apply(id: string, status: string, at: number): void {
		const second = wholeSecond(at);
		const startSendTs = this.store.messages.get(id)?.startSendTs ?? second;
		const change = { status, statusUpdateTs: this.shownTime(id, second), startSendTs };
		const { campaignId } = this.store.messages.update(id, change);
		if (isFinal(status)) this.stampAgainLater(id, status);
		const campaign = this.store.campaigns.get(campaignId);
		if (campaign === undefined) return;
		campaign.sentTs ??= second;
		campaign.status = isFinal(status) ? 'DONE' : 'SENT';
	}

	/** F23: statuses that nobody documented take the place of two that are only passed through. */
	private nameOf(status: string): string {
		const names: Record<string, string> = { ENQUEUD: 'SCHEDUL', ACCEPTD: 'UNKNOWN' };
		return (this.store.freedoms.oddStatuses ? names[status] : undefined) ?? status;
	}

	/** The statusUpdateTs that is shown for a time (ms); F11 may put it ahead. */
	private shownTime(id: string, time: number): number {
		const { aheadShare, aheadBy } = this.store.freedoms;
		const isAhead = aheadShare > 0 && this.random.fixed(`ahead ${id}`) < aheadShare;
		return isAhead ? wholeSecond(time + aheadBy) : time;
	}

	/** F10. */
	private stampAgainLater(id: string, status: string): void {
		const { finalStampedAgainAfter: after } = this.store.freedoms;
		if (after === 0) return;
		this.store.later(after, () => {
			if (this.store.messages.get(id)?.status !== status) return;
			const again = wholeSecond(this.store.clock.now());
			this.store.messages.update(id, { statusUpdateTs: this.shownTime(id, again) });
		});
	}
}
