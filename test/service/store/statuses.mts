import type { Clock } from '../clock.mts';
import type { Agenda } from './agenda.mts';
import type { Campaigns } from './campaigns.mts';
import { isFinal, type Step } from './lifecycle.mts';
import { wholeSecond, type Messages } from './messages.mts';

/** How late the service shows things, in ms. */
export interface Lags {
	listLag: number;
	statusLag: number;
}

/** Changes of message status: when they are true, and when they show. */
export class Statuses {
	/** Messages whose status a test took into its own hands. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly clock: Clock,
		private readonly agenda: Agenda,
		private readonly messages: Messages,
		private readonly campaigns: Campaigns,
		private readonly lags: Lags,
	) {}

	/** From now on the message no longer advances by itself. */
	set(id: string, status: string, at: number, visibleAt?: number): void {
		this.taken.add(id);
		const shown = visibleAt ?? this.clock.now() + this.lags.statusLag;
		if (shown <= this.clock.now()) this.apply(id, status, at);
		else this.agenda.schedule(shown, () => this.applyLate(id, status, at));
	}

	/** The message's own life from `start` (ms) on. */
	schedule(id: string, steps: Step[], start: number): void {
		for (const { after, status } of steps) {
			const at = start + after;
			this.agenda.schedule(at + this.lags.statusLag, () => {
				if (!this.taken.has(id)) this.applyLate(id, status, at);
			});
		}
	}

	clear(): void {
		this.taken.clear();
	}

	/** A change that shows late must not undo a newer one. */
	private applyLate(id: string, status: string, at: number): void {
		const shown = this.messages.get(id)?.statusUpdateTs ?? -Infinity;
		if (wholeSecond(at) >= shown) this.apply(id, status, at);
	}

	private apply(id: string, status: string, at: number): void {
		const second = wholeSecond(at);
		const startSendTs = this.messages.get(id)?.startSendTs ?? second;
		const change = { status, statusUpdateTs: second, startSendTs };
		const { campaignId } = this.messages.update(id, change);
		const campaign = this.campaigns.get(campaignId);
		if (campaign === undefined) return;
		campaign.sentTs ??= second;
		campaign.status = isFinal(status) ? 'DONE' : 'SENT';
	}
}
