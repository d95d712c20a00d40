import type { WorldStep } from './history.mts';
import { must, FreeList, type ListFreedoms } from '../../trigger/lib/model.mts';

/** A link as the service holds it at one moment. */
export interface TrueLink {
	id: string;
	/** When it was made. */
	day: number;
	clicks: number;
	isBlocked: boolean;
	isActive: boolean;
	/** Its comment matches the query. */
	isTagged: boolean;
	isDeleted: boolean;
}

/** Links that are made, clicked, changed, deleted and restored. Knows nothing of lists and of how they are read. */
export class World {
	links: readonly TrueLink[] = [];
	day = 0;
	/** The most clicks that each link ever had. */
	readonly most = new Map<string, number>();
	/** Links that had more clicks before. */
	readonly fallen = new Set<string>();
	/** Links that were deleted once: restored, or shown by an older answer, they are as unknown as new ones. */
	readonly deleted = new Set<string>();
	/** Called after each change. */
	onChange: () => void = () => undefined;
	private readonly past: Array<readonly TrueLink[]> = [];

	constructor(private readonly firstId: bigint) {}

	happen(step: WorldStep): void {
		if (step.kind === 'create') this.create(step.count, { clicks: step.clicks, ...step.state });
		else if (step.kind === 'nextDay') this.day++;
		else if (step.kind === 'change') this.change(step, () => step.to);
		else this.change(step, ({ clicks }) => ({ clicks: Math.max(0, clicks + step.clicks) }));
	}

	/** The links as they were so many changes ago. */
	before(changes: number): readonly TrueLink[] {
		return this.past.at(-changes) ?? this.past.at(0) ?? this.links;
	}

	create(count: number, state: Partial<TrueLink>): void {
		const made = Array.from({ length: count }, (_, i) => ({
			id: String(this.firstId + BigInt(7 * (this.links.length + i))),
			...{ day: this.day, clicks: 0, isBlocked: false },
			...{ isActive: true, isTagged: true, isDeleted: false },
			...state,
		}));
		this.set([...this.links, ...made]);
	}

	private change(
		{ who, many }: { who: number; many: number },
		changed: (link: TrueLink) => Partial<TrueLink>,
	): void {
		const first = who % Math.max(1, this.links.length);
		const isMeant = (i: number) => i >= first && i < first + many;
		this.set(this.links.map((link, i) => (isMeant(i) ? { ...link, ...changed(link) } : link)));
	}

	private set(links: readonly TrueLink[]): void {
		this.past.push(this.links);
		this.links = links;
		for (const { id, clicks, isDeleted } of links) {
			if (isDeleted) this.deleted.add(id);
			const most = this.most.get(id) ?? 0;
			if (clicks < most) this.fallen.add(id);
			this.most.set(id, Math.max(clicks, most));
		}
		this.onChange();
	}
}

export interface Freedoms extends ListFreedoms {
	/** Share of rows without clickCnt. */
	lacking: number;
	listsDeleted: boolean;
	/** Links with as many clicks come in another order in every call. */
	tiesShuffled: boolean;
}

/** `createTsFrom` is YYYY-MM-DD. */
export type Filter = { status?: 0 | 1; query?: string; createTsFrom?: string; moderatorStatus?: 0 };

/** A row of the list that the trigger watches. */
export interface Shown {
	clicks: number | undefined;
	isBlocked: boolean;
	isDeleted: boolean;
}

export const dayOf = (day: number): string => `2026-03-${String(10 + day).padStart(2, '0')}`;

/** Link/List over a world. Notes what one poll could know. */
export class LinkList extends FreeList<TrueLink, Freedoms> {
	shown = new Map<string, Shown[]>();
	/** Links that the trigger was to watch from the beginning of the poll to its end. */
	readonly throughout = new Set<string>();
	atFirst: readonly TrueLink[] = [];
	/** Answers were of different age, or links in another order on each of several pages. */
	wasBlind = false;
	/** All that was told was true, and nothing happened meanwhile. */
	isPlain = true;
	private filter: Filter = {};

	constructor(
		private readonly world: World,
		freedoms: Freedoms,
		seed: number,
	) {
		super(seed, freedoms);
		world.onChange = () => {
			const watched = world.links.filter((link) => this.isWatched(link));
			const ids = new Set(watched.map(({ id }) => id));
			for (const id of this.throughout) if (!ids.has(id)) this.throughout.delete(id);
		};
	}

	begin(filter: Filter, during: Array<() => void>, failing: number | null): void {
		const { totalOff, totalAlternatesBy } = this.freedoms;
		this.script(during, failing);
		this.filter = filter;
		[this.shown, this.wasBlind] = [new Map(), false];
		this.isPlain = during.length === 0 && totalOff === 0 && totalAlternatesBy === 0;
		this.throughout.clear();
		for (const link of this.world.links) if (this.isWatched(link)) this.throughout.add(link.id);
	}

	private isWatched(link: TrueLink): boolean {
		return !link.isDeleted && this.matches(link, this.filter);
	}

	private matches(link: TrueLink, filter: Filter): boolean {
		const { status, query, createTsFrom = '', moderatorStatus } = filter;
		return (
			(status === undefined || link.isActive === (status === 1)) &&
			(query === undefined || link.isTagged) &&
			(moderatorStatus === undefined || link.isBlocked) &&
			dayOf(link.day) >= createTsFrom &&
			(this.freedoms.listsDeleted || !link.isDeleted)
		);
	}

	protected rows(filter: Filter, isStale: boolean, page: number): TrueLink[] {
		if (this.calls === 1) this.atFirst = this.world.links;
		if (page > 0 && this.freedoms.tiesShuffled) this.wasBlind = true;
		if (isStale) [this.wasBlind, this.isPlain] = [true, false];
		const links = isStale ? this.world.before(this.freedoms.staleBy) : this.world.links;
		return links.filter((link) => this.matches(link, filter));
	}

	protected key(link: TrueLink, field: string): number {
		must(field === 'clickCnt', 'the most clicked first', field);
		return link.clicks;
	}

	protected override salt(): number {
		return this.freedoms.tiesShuffled ? super.salt() : 0;
	}

	protected override isEmpty(question: string): boolean {
		const isEmpty = super.isEmpty(question);
		if (isEmpty) this.isPlain = false;
		return isEmpty;
	}

	protected item(link: TrueLink): { [field: string]: unknown } {
		const { id, isBlocked, isDeleted } = link;
		const { lacking } = this.freedoms;
		const clicks = lacking > 0 && this.random() < lacking ? undefined : link.clicks;
		this.shown.set(id, [...(this.shown.get(id) ?? []), { clicks, isBlocked, isDeleted }]);
		return {
			id: this.writtenId(id),
			clickCnt: clicks === undefined ? null : String(clicks),
			moderatorStatus: isBlocked ? '0' : '1',
			deletedTs: isDeleted ? '2026-03-10 12:00:00' : null,
		};
	}
}
