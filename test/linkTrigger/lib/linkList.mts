import { must } from '../../trigger/lib/must.mts';
import { FreeList, type ListFreedoms } from '../../trigger/lib/freeList.mts';
import type { TrueLink, World } from './world.mts';

export interface Freedoms extends ListFreedoms {
	/** Share of rows without clickCnt. */
	lacking: number;
	listsDeleted: boolean;
	/** Links with as many clicks come in another order in every call. */
	tiesShuffled: boolean;
	idForm: 'text' | 'number' | 'spaced';
}

export interface Filter {
	status?: 0 | 1;
	query?: string;
	/** YYYY-MM-DD */
	createTsFrom?: string;
	moderatorStatus?: 0;
}

/** A row of the list that the trigger watches. */
export interface Shown {
	clicks: number | undefined;
	isBlocked: boolean;
	isDeleted: boolean;
}

export const dayOf = (day: number): string => `2026-03-${String(10 + day).padStart(2, '0')}`;

/** Link/List over a world. Notes what one poll could know. */
export class LinkList extends FreeList<TrueLink, Freedoms> {
	/** Rows by id. */
	shown = new Map<string, Shown[]>();

	/** Links that the trigger was to watch from the beginning of the poll to its end. */
	readonly throughout = new Set<string>();

	/** Links at the first answer. */
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
			const watched = new Set(
				world.links.filter((link) => this.isWatched(link)).map(({ id }) => id),
			);
			for (const id of this.throughout) if (!watched.has(id)) this.throughout.delete(id);
		};
	}

	/** Begins a poll. */
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

	private matches(
		link: TrueLink,
		{ status, query, createTsFrom = '', moderatorStatus }: Filter,
	): boolean {
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
		const { id, code, second, isBlocked, isDeleted } = link;
		const { idForm, lacking } = this.freedoms;
		const clicks = lacking > 0 && this.random() < lacking ? undefined : link.clicks;
		this.shown.set(id, [...(this.shown.get(id) ?? []), { clicks, isBlocked, isDeleted }]);
		const isNumber = idForm === 'number' && Number.isSafeInteger(Number(id));
		return {
			id: isNumber ? Number(id) : idForm === 'spaced' ? ` ${id}` : id,
			code,
			clickCnt: clicks === undefined ? null : String(clicks),
			moderatorStatus: isBlocked ? '0' : '1',
			createTs: new Date(Date.UTC(2026, 2, 10) + 1000 * second).toISOString().slice(0, 19),
			deletedTs: isDeleted ? '2026-03-10 12:00:00' : null,
		};
	}
}
