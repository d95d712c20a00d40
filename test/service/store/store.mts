import type { AccountClock } from '../clock.mts';
import { between, type RandomSource } from '../freedoms/random.mts';
import type { Freedoms } from '../freedoms/schema.mts';
import { shownShortLink } from '../freedoms/shortLinks.mts';
import { createZone, type Zone } from '../zone.mts';
import { Agenda } from './agenda.mts';
import { Campaigns } from './campaigns.mts';
import { IdSequence } from './ids.mts';
import { Links, type StoredLink } from './links.mts';
import { Messages, wholeSecond, type StoredMessage } from './messages.mts';
import { Statuses, type Lags } from './statuses.mts';

export type NewMessage = Partial<StoredMessage>;
export type NewLink = Partial<StoredLink>;

/** Everything the service remembers. Read it freely; change it only through functions. */
export class Store {
	readonly agenda = new Agenda();
	private readonly ids = new IdSequence(70_000_000_000n);
	private readonly linkIds = new IdSequence(400_000n);
	private readonly taskIds = new IdSequence(9_000n);
	readonly campaigns = new Campaigns(this.ids);
	readonly messages = new Messages(this.ids, () => this.clock.now());
	readonly links = new Links(this.linkIds);
	readonly statuses: Statuses;
	/** What every short link starts with. */
	publicUrl = '';
	private seedCampaign: string | undefined;

	constructor(
		/** The clock that stamps rows. */
		readonly clock: AccountClock,
		private readonly accountZone: Zone,
		private readonly lags: Lags,
		readonly freedoms: Freedoms,
		private readonly random: RandomSource,
	) {
		this.statuses = new Statuses(this, lags, random);
	}

	/** The zone in which the account's times are written and read. */
	get zone(): Zone {
		const { accountTimezone } = this.freedoms;
		return accountTimezone === '' ? this.accountZone : createZone(accountTimezone);
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
		const started = row.status === 'NEW' ? null : wholeSecond(row.createdAt ?? now);
		// Named one by one: a spread would take twice the memory, which counts with a million rows.
		const message = this.messages.add(
			{
				id: row.id,
				campaignId: row.campaignId ?? this.sharedCampaign(now),
				from: row.from ?? 'Mobizon',
				to: row.to ?? '77010000000',
				text: row.text ?? 'Hello',
				status: row.status ?? 'DELIVRD',
				segNum: row.segNum ?? 1,
				groups: row.groups ?? '',
				startSendTs: row.startSendTs === undefined ? started : row.startSendTs,
				// It keeps no more of a time than it shows.
				statusUpdateTs:
					typeof row.statusUpdateTs === 'number'
						? wholeSecond(row.statusUpdateTs)
						: row.statusUpdateTs === undefined
							? started
							: null,
				createdAt: row.createdAt ?? now,
			},
			!this.listsLate,
		);
		if (this.listsLate) {
			const lag = this.lags.listLag + this.randomLag(message.id);
			this.agenda.schedule(now + lag, () => this.messages.show(message.id));
		}
		return message;
	}

	/** Adds one message at `at` (ms), as somebody else's call would; it is there when the clock comes to it. */
	addMessageAt(at: number, row: NewMessage = {}): void {
		this.agenda.schedule(at, () => void this.addMessage(row));
	}

	/** Lets something happen `ms` from now, when somebody looks after that. */
	later(ms: number, act: () => void): void {
		this.agenda.schedule(this.clock.now() + ms, act);
	}

	/** Adds many at once: a million take a few seconds. */
	addMessages(count: number, row: NewMessage | ((index: number) => NewMessage) = {}): void {
		for (let index = 0; index < count; index++) {
			this.addMessage(typeof row === 'function' ? row(index) : row);
		}
	}

	/**
	 * Gives a message a status as of `at` (ms, default now). It shows at once, or at `visibleAt`, or after
	 * `faults.statusLag`. From then on the message no longer advances by itself.
	 * @throws Error when there is no such message
	 */
	setStatus(
		id: string | number,
		status: string,
		at: number = this.clock.now(),
		options: { visibleAt?: number } = {},
	): void {
		const message = this.message(id);
		if (message === undefined) throw new Error(`No message ${id}`);
		this.statuses.set(message.id, status, at, options.visibleAt);
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

	/** The short link as it is shown. */
	shortLink(code: string): string {
		return shownShortLink(this.publicUrl, code, this.freedoms);
	}

	/** The number of a task in the background. */
	nextTask(): string {
		return this.taskIds.next();
	}

	clear(): void {
		this.agenda.clear();
		this.campaigns.clear();
		this.messages.clear();
		this.links.clear();
		this.statuses.clear();
		this.ids.reset();
		this.linkIds.reset();
		this.taskIds.reset();
		this.seedCampaign = undefined;
	}

	private get listsLate(): boolean {
		return this.lags.listLag > 0 || this.freedoms.listLagUpTo > 0;
	}

	private randomLag(id: string): number {
		return between(this.random.stream(`list lag ${id}`), 0, this.freedoms.listLagUpTo);
	}

	private sharedCampaign(now: number): string {
		this.seedCampaign ??= this.campaigns.add({ name: 'Seed', createTs: now, sentTs: now }).id;
		return this.seedCampaign;
	}
}
