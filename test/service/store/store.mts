import { type AccountClock, Agenda } from '../clock.mts';
import type { Faults } from '../faults.mts';
import { between, type RandomSource } from '../freedoms/random.mts';
import type { Freedoms } from '../freedoms/switches.mts';
import { zoneOf, type Zone } from '../zone.mts';
import { Campaigns, Messages, wholeSecond, type StoredMessage } from './messages.mts';
import { Links, withoutScheme, type StoredLink } from './links.mts';
import { Statuses, type Step } from './statuses.mts';
import { IdSequence } from './table.mts';

export type NewMessage = Partial<StoredMessage>;
export type NewLink = Partial<StoredLink>;

/** Everything the service remembers. Read it freely; change it only through functions. */
export class Store {
	readonly agenda = new Agenda();
	private readonly ids = new IdSequence(70_000_000_000n);
	private readonly taskIds = new IdSequence(9_000n);
	readonly campaigns = new Campaigns(this.ids);
	readonly messages = new Messages(this.ids, () => this.clock.now());
	readonly links = new Links(new IdSequence(400_000n));
	readonly statuses: Statuses;
	private seedCampaign: string | undefined;

	constructor(
		/** The clock that stamps rows. */
		readonly clock: AccountClock,
		private readonly timezone: string,
		private readonly lags: Faults,
		readonly freedoms: Freedoms,
		private readonly random: RandomSource,
		/** The statuses that a message to this number takes on by itself. */
		readonly lifecycle: (to: string) => Step[],
		/** What every short link starts with, including the final slash: the service's own address at first. */
		public publicUrl: string,
	) {
		this.statuses = new Statuses(this, random);
	}

	get zone(): Zone {
		const { accountTimezone } = this.freedoms;
		return zoneOf(accountTimezone === '' ? this.timezone : accountTimezone);
	}

	/** Lets everything happen that is due by now. */
	settle(): void {
		this.agenda.settle(this.clock);
	}

	/** The message as the service shows it at this moment. */
	message(id: string | number): StoredMessage | undefined {
		this.settle();
		return this.messages.get(id);
	}

	link(id: string | number): StoredLink | undefined {
		return this.links.get(id);
	}

	/**
	 * Adds one message as it is; by default it was DELIVRD now. Messages without a campaign share one.
	 * It shows in Message/List after `faults.listLag` and what `freedoms.listLagUpTo` adds.
	 */
	addMessage(row: NewMessage = {}): StoredMessage {
		const now = this.clock.now();
		const { createdAt = now, status = 'DELIVRD' } = row;
		const started = status === 'NEW' ? null : wholeSecond(createdAt);
		const { startSendTs = started, statusUpdateTs = started } = row;
		const { listLag } = this.lags;
		const { listLagUpTo } = this.freedoms;
		const isLate = listLag > 0 || listLagUpTo > 0;
		const added = {
			from: 'Mobizon',
			to: '77010000000',
			text: 'Hello',
			segNum: 1,
			segUserBuy: '0.0600',
			groups: '',
			...row,
			status,
			startSendTs,
			createdAt,
			campaignId: row.campaignId ?? this.sharedCampaign(now),
			// It keeps no more of a time than it shows.
			statusUpdateTs: statusUpdateTs === null ? null : wholeSecond(statusUpdateTs),
		};
		const message = this.messages.add(added, !isLate);
		if (isLate) {
			const lag = between(this.random.stream(`list lag ${message.id}`), 0, listLagUpTo);
			this.later(listLag + lag, () => this.messages.show(message.id));
		}
		return message;
	}

	/** Lets something happen `ms` from now, when somebody looks after that. */
	later(ms: number, act: () => void): void {
		this.agenda.schedule(this.clock.now() + ms, act);
	}

	addMessages(count: number, row: NewMessage | ((index: number) => NewMessage) = {}): void {
		for (let index = 0; index < count; index++) {
			this.addMessage(typeof row === 'function' ? row(index) : row);
		}
	}

	/**
	 * Gives a message a status as of `at` (ms, default now). From then on it no longer advances by itself.
	 * @throws Error when there is no such message
	 */
	setStatus(id: string | number, status: string, at: number = this.clock.now()): void {
		this.settle();
		this.statuses.set(String(id), status, at);
	}

	/** Adds a link; by default an active and approved one without end, created now. */
	addLink(row: NewLink = {}): StoredLink {
		return this.links.add(row, this.clock.now());
	}

	/**
	 * Counts a click, and with it a redirect, at `at` (ms, default now).
	 * @throws Error when there is no such link
	 */
	click(code: string, at: number = this.clock.now()): void {
		const link = this.links.byCode(code);
		if (link === undefined) throw new Error(`No link ${code}`);
		this.links.click(link, at);
	}

	/** F17: the short link as it is shown. */
	shortLink(code: string): string {
		const { shortLinkForm: form, shortLinkPath } = this.freedoms;
		const address = this.publicUrl + shortLinkPath + code;
		if (form === 'asIs') return address;
		return (form === 'noScheme' ? '' : `${form}://`) + withoutScheme(address);
	}

	nextTask(): string {
		return this.taskIds.next();
	}

	private sharedCampaign(now: number): string {
		this.seedCampaign ??= this.campaigns.add({ createTs: now, sentTs: now }).id;
		return this.seedCampaign;
	}
}
