import { numbers } from '../../service/freedoms/random.mts';
import { ServiceRefusal } from '../../../nodes/shared/api/faults';
import type { Params } from '../../../nodes/shared/api/service';
import { FreeList, type ListFreedoms } from './model.mts';

/** A status that a message got. */
export interface Version {
	id: string;
	status: string;
	/** statusUpdateTs, in UTC. */
	time: string;
	/** When it shows, in ms. */
	shows: number;
	/** Moments: they count what became visible. Infinity until then. */
	since: number;
	until: number;
	/** Only the stamp is new. */
	isAgain: boolean;
}

const timeOf = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

const NEXT = ['ENQUEUD', 'ACCEPTD', 'PDLIVRD', 'UNKNOWN'];
export const FINAL = ['DELIVRD', 'UNDELIV', 'REJECTD', 'EXPIRED', 'DELETED'];

const isFinal = (status: string): boolean => FINAL.includes(status);

/** What becomes of messages, and when it shows. Knows nothing of lists and of how they are read. */
export class World {
	/** In ms since the epoch. */
	now = Date.UTC(2026, 2, 10, 12);
	/** How far n8n's clock is ahead, in ms. */
	ahead = 0;
	moment = 0;
	readonly versions = new Map<string, Version[]>();
	private readonly latest = new Map<string, Version>();
	/** When messages left the list, in ms. */
	private readonly left = new Map<string, number>();
	private pending: Version[] = [];
	private readonly slots: string[] = [];
	private readonly random: () => number;

	constructor(
		seed: number,
		/** How far the clock that stamps rows is ahead, in ms. */
		private readonly offset = 0,
	) {
		this.random = numbers(seed);
	}

	get all(): Version[] {
		return [...this.versions.values()].flat();
	}

	get shown(): Version[] {
		return [...this.latest.values()];
	}

	/** What they showed, in ms. */
	shownAt(at: number): Version[] {
		const known = [...this.versions.values()].map((versions) =>
			versions.findLast(({ since, shows }) => since < Infinity && shows <= at),
		);
		return known
			.filter((version) => version !== undefined)
			.filter(({ id }) => (this.left.get(id) ?? Infinity) > at);
	}

	pass(ms: number): void {
		this.now += ms;
		const due = this.pending.filter(({ shows }) => shows <= this.now);
		if (due.length === 0) return;
		this.pending = this.pending.filter(({ shows }) => shows > this.now);
		for (const version of due.sort((a, b) => a.shows - b.shows)) this.show(version);
	}

	/** The message in a slot goes on to another status, or another message takes its place. */
	change(slot: number, late = 0, ahead = 0): void {
		const last = this.versions.get(this.slots[slot] ?? '')?.at(-1);
		const id = !last || isFinal(last.status) ? String(70_000 + this.versions.size) : last.id;
		this.slots[slot] = id;
		this.add(id, this.next(last?.id === id ? last.status : undefined), late, ahead, false);
	}

	/** A final status is stamped anew. */
	stampAgain(slot: number): void {
		const last = this.versions.get(this.slots[slot] ?? '')?.at(-1);
		if (last && isFinal(last.status)) this.add(last.id, last.status, 0, 0, true);
	}

	/** The oldest messages that are done leave the list. */
	leave(count: number): void {
		const done = this.shown.filter(({ status }) => isFinal(status));
		for (const version of done.sort((a, b) => (a.time < b.time ? -1 : 1)).slice(0, count)) {
			version.until = this.moment;
			this.latest.delete(version.id);
			this.left.set(version.id, this.now);
		}
	}

	private add(id: string, status: string, late: number, ahead: number, isAgain: boolean): void {
		const versions = this.versions.get(id) ?? [];
		const before = versions.at(-1);
		// No version shows before the one that it follows.
		const shows = Math.max(this.now + late, before?.shows ?? 0);
		const moments = { since: Infinity, until: Infinity };
		const time = timeOf(this.now + this.offset + ahead);
		const version: Version = { id, status, time, shows, ...moments, isAgain };
		this.versions.set(id, [...versions, version]);
		if (shows > this.now) this.pending.push(version);
		else this.show(version);
	}

	private next(status: string | undefined): string {
		if (status === undefined) return NEXT[0];
		const draw = Math.floor(this.random() * 3);
		const steps = NEXT.slice(NEXT.indexOf(status) + 1);
		return steps[draw] ?? FINAL[Math.floor(this.random() * FINAL.length)];
	}

	private show(version: Version): void {
		if (this.left.has(version.id)) return;
		this.moment++;
		const versions = this.versions.get(version.id) ?? [];
		const before = versions[versions.indexOf(version) - 1];
		if (before) before.until = this.moment;
		version.since = this.moment;
		this.latest.set(version.id, version);
	}
}

export interface Freedoms extends ListFreedoms {
	/** The ends of a span that do not belong to it. */
	exclusive: '' | 'from' | 'to' | 'from, to';
	/** Messages that share a recipient; fewer than fit on a page. */
	sharing: number;
	/** Share of calls that are only queued (code 100); never two in a row. */
	queued: number;
	/** Before numbers. */
	plus: '' | '+';
}

export const NO_FREEDOMS: Freedoms = {
	...{ totalOff: 0, totalAlternatesBy: 0, empty: 0, stale: 0, staleBy: 0, queued: 0 },
	...{ exclusive: '', repeatsLast: false, form: 'items', idForm: 'text', sharing: 1, plus: '' },
};

/** What a call takes. */
const ANSWER_MS = 1;

/** Message/List over a world. */
export class ModelList extends FreeList<Version, Freedoms> {
	private wasQueued = false;

	constructor(
		private readonly world: World,
		seed: number,
		freedoms: Freedoms = NO_FREEDOMS,
	) {
		super(seed, freedoms);
	}

	override async read(method: string, params: Params): Promise<unknown> {
		this.wasQueued = !this.wasQueued && this.random() < this.freedoms.queued;
		if (this.wasQueued) throw new ServiceRefusal(method, 100, '', 7);
		return await super.read(method, params);
	}

	protected begins(): void {
		this.world.pass(ANSWER_MS);
	}

	protected rows(criteria: Record<string, unknown>, isStale: boolean): Version[] {
		const { exclusive, staleBy } = this.freedoms;
		const from = String(criteria.statusUpdateTsFrom);
		const to = String(criteria.statusUpdateTsTo ?? '9');
		const isIn = (version: Version) =>
			(exclusive.includes('from') ? version.time > from : version.time >= from) &&
			(exclusive.includes('to') ? version.time < to : version.time <= to) &&
			(criteria.status ?? version.status) === version.status &&
			(criteria.to ?? this.recipientOf(version)) === this.recipientOf(version);
		const rows = isStale ? this.world.shownAt(this.world.now - staleBy) : this.world.shown;
		return rows.filter(isIn);
	}

	protected key({ id, time }: Version, field: string): string | number {
		if (field === 'statusUpdateTs') return time;
		return field === 'to' ? Math.floor(Number(id) / this.freedoms.sharing) : Number(id);
	}

	protected item(version: Version) {
		const { id, status, time } = version;
		const to = this.freedoms.plus + this.recipientOf(version);
		return { id: this.writtenId(id), status, statusUpdateTs: time, to, campaignId: id };
	}

	private recipientOf({ id }: Version): string {
		return String(77_010_000_000 + Math.floor(Number(id) / this.freedoms.sharing));
	}
}
