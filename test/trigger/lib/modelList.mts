import { FreeList, type ListFreedoms } from './freeList.mts';
import type { Version, World } from './world.mts';

export interface Freedoms extends ListFreedoms {
	/** Whether the ends of a span belong to it. */
	bounds: 'inclusive' | 'exclusiveFrom' | 'exclusiveTo' | 'exclusive';
	/** Messages that share a recipient; fewer than fit on a page. */
	sharing: number;
}

export const NO_FREEDOMS: Freedoms = {
	bounds: 'inclusive',
	totalOff: 0,
	totalAlternatesBy: 0,
	empty: 0,
	stale: 0,
	staleBy: 0,
	sharing: 1,
};

/** What a call takes. */
const ANSWER_MS = 1;

/** Message/List over a world. */
export class ModelList extends FreeList<Version, Freedoms> {
	constructor(
		private readonly world: World,
		seed: number,
		freedoms: Freedoms = NO_FREEDOMS,
	) {
		super(seed, freedoms);
	}

	protected begins(): void {
		this.world.pass(ANSWER_MS);
	}

	protected rows(criteria: Record<string, unknown>, isStale: boolean): Version[] {
		const { bounds, staleBy } = this.freedoms;
		const from = String(criteria.statusUpdateTsFrom);
		const to = String(criteria.statusUpdateTsTo ?? '9');
		const isIn = (version: Version) =>
			(bounds.endsWith('From') || bounds === 'exclusive'
				? version.time > from
				: version.time >= from) &&
			(bounds.endsWith('To') || bounds === 'exclusive' ? version.time < to : version.time <= to) &&
			(criteria.status ?? version.status) === version.status &&
			(criteria.to ?? this.item(version).to) === this.item(version).to;
		const rows = isStale ? this.world.shownAt(this.world.now - staleBy) : this.world.shown;
		return rows.filter(isIn);
	}

	protected key({ time, number }: Version, field: string): string | number {
		if (field === 'statusUpdateTs') return time;
		return field === 'to' ? Math.floor(number / this.freedoms.sharing) : number;
	}

	protected item({ id, status, time, number }: Version) {
		const to = String(77_010_000_000 + Math.floor(number / this.freedoms.sharing));
		return { id, status, statusUpdateTs: time, to, campaignId: String(900 + number) };
	}
}
