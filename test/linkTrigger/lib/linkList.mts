import { isRecord } from '../../../nodes/shared/api/envelope';
import type { Params, Service } from '../../../nodes/shared/api/service';
import { must } from '../../trigger/lib/must.mts';
import { randomOf } from '../../trigger/lib/random.mts';
import type { TrueLink, World } from './world.mts';

/** What the service is free to do; the specification leaves it open. */
export interface Freedoms {
	/** What is added to the total, and in every other call; null: there is none. */
	totalOff: number | null;
	totalAlternatesBy: number;
	/** Share of answers without rows; never twice in a row for one question. */
	empty: number;
	/** Share of answers that show the links as they were so many changes ago. */
	stale: number;
	staleBy: number;
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
export class LinkList {
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

	private during: Array<() => void> = [];

	private failing: number | null = null;

	/** Of this poll. */
	calls = 0;

	private callsOfAll = 0;

	private readonly emptyBefore = new Set<string>();

	private readonly random: () => number;

	constructor(
		private readonly world: World,
		public freedoms: Freedoms,
		seed: number,
	) {
		this.random = randomOf(seed);
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
		[this.filter, this.during, this.failing, this.calls] = [filter, during, failing, 0];
		[this.shown, this.wasBlind] = [new Map(), false];
		this.isPlain = during.length === 0 && totalOff === 0 && totalAlternatesBy === 0;
		this.throughout.clear();
		for (const link of this.world.links) if (this.isWatched(link)) this.throughout.add(link.id);
	}

	get reader(): Pick<Service, 'read'> {
		return {
			read: async (_method, params) => await Promise.resolve().then(() => this.answer(params)),
		};
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

	private answer(params: Params): unknown {
		const call = this.calls++;
		this.during[call]?.();
		if (call === this.failing) throw new Error('The service is down');
		const asked = JSON.parse(JSON.stringify(params));
		const { sort, pagination, criteria } = asked;
		if (call === 0) this.atFirst = this.world.links;
		if (pagination.currentPage > 0 && this.freedoms.tiesShuffled) this.wasBlind = true;
		const rows = this.sorted(isRecord(criteria) ? criteria : {}, sort);
		const size = pagination.pageSize;
		const first = pagination.currentPage * size;
		const total = this.total(rows.length);
		if (this.isEmpty(JSON.stringify(asked))) return { items: [], ...total };
		const items = rows.slice(first, first + size).map((link) => this.row(link));
		return { items, ...total };
	}

	private sorted(filter: Filter, sort: { [field: string]: string }): TrueLink[] {
		const { stale, staleBy, tiesShuffled } = this.freedoms;
		const isStale = stale > 0 && this.random() < stale;
		if (isStale) [this.wasBlind, this.isPlain] = [true, false];
		const links = isStale ? this.world.before(staleBy) : this.world.links;
		const salt = tiesShuffled ? Math.floor(this.random() * 2 ** 32) : 0;
		must(sort.clickCnt === 'DESC', 'the most clicked first', sort);
		const keyed = links.flatMap((link, n) => {
			const draw = Math.imul(n ^ salt, 0x9e3779b1);
			return this.matches(link, filter) ? { link, draw } : [];
		});
		keyed.sort((a, b) => b.link.clicks - a.link.clicks || a.draw - b.draw);
		return keyed.map(({ link }) => link);
	}

	private total(count: number): { totalItemCount?: string } {
		const { totalOff, totalAlternatesBy } = this.freedoms;
		const more = this.callsOfAll++ % 2 === 1 ? totalAlternatesBy : 0;
		return totalOff === null
			? {}
			: { totalItemCount: String(Math.max(0, count + totalOff + more)) };
	}

	private isEmpty(question: string): boolean {
		const { empty } = this.freedoms;
		if (empty === 0 || this.emptyBefore.delete(question) || this.random() >= empty) return false;
		this.emptyBefore.add(question);
		this.isPlain = false;
		return true;
	}

	private row(link: TrueLink): { [field: string]: unknown } {
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
