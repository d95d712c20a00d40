import { isRecord } from '../../../nodes/shared/api/envelope';
import type { Params } from '../../../nodes/shared/api/service';
import { randomOf } from './random.mts';
import type { Version, World } from './world.mts';

/** What the service is free to do; the specification leaves it open. */
export interface Freedoms {
	/** Whether the ends of a span belong to it. */
	bounds: 'inclusive' | 'exclusiveFrom' | 'exclusiveTo' | 'exclusive';
	/** What is added to the total, and in every other call; null: there is none. */
	totalOff: number | null;
	totalAlternatesBy: number;
	/** Share of answers without rows; never twice in a row for one question. */
	empty: number;
	/** Share of answers that show the list as it was, and how long ago in ms. */
	stale: number;
	staleBy: number;
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

type Act = () => Promise<void> | void;

/** Message/List over a world. Rows that its sort field does not order come in another order in every call. */
export class ModelList {
	calls = 0;
	private acts: Act[] = [];
	private readonly emptyBefore = new Set<string>();
	private readonly random: () => number;

	constructor(
		private readonly world: World,
		seed: number,
		private readonly freedoms: Freedoms = NO_FREEDOMS,
		/** What a call takes, in ms. */
		private readonly answerMs = 1,
	) {
		this.random = randomOf(seed);
	}

	/** What happens before the answer of each of the next calls. */
	script(acts: Act[]): void {
		this.acts = [...acts];
	}

	async read(_method: string, params: Params): Promise<unknown> {
		this.calls++;
		this.world.pass(this.answerMs);
		await this.acts.shift()?.();
		const { totalOff, totalAlternatesBy } = this.freedoms;
		const { criteria, sort, pagination } = JSON.parse(JSON.stringify(params));
		const rows = this.rows(isRecord(criteria) ? criteria : {}, sort);
		const off = (totalOff ?? 0) + (this.calls % 2 === 1 ? totalAlternatesBy : 0);
		const total =
			totalOff === null ? {} : { totalItemCount: String(Math.max(0, rows.length + off)) };
		if (this.isEmpty(JSON.stringify(params))) return { items: [], ...total };
		const first = pagination.currentPage * pagination.pageSize;
		return {
			items: rows.slice(first, first + pagination.pageSize).map((each) => this.row(each)),
			...total,
		};
	}

	private isEmpty(question: string): boolean {
		const { empty } = this.freedoms;
		if (empty === 0 || this.emptyBefore.delete(question) || this.random() >= empty) return false;
		this.emptyBefore.add(question);
		return true;
	}

	private rows(criteria: Record<string, unknown>, sort: Record<string, string>): Version[] {
		const { bounds, stale, staleBy } = this.freedoms;
		const from = String(criteria.statusUpdateTsFrom);
		const to = String(criteria.statusUpdateTsTo ?? '9');
		const isStale = stale > 0 && this.random() < stale;
		const isIn = (version: Version) =>
			(bounds.endsWith('From') || bounds === 'exclusive'
				? version.time > from
				: version.time >= from) &&
			(bounds.endsWith('To') || bounds === 'exclusive' ? version.time < to : version.time <= to) &&
			(criteria.status ?? version.status) === version.status &&
			(criteria.to ?? this.row(version).to) === this.row(version).to;
		const rows = isStale ? this.world.shownAt(this.world.now - staleBy) : this.world.shown;
		const [[field, direction]] = Object.entries(sort);
		const sign = direction === 'DESC' ? -1 : 1;
		const salt = Math.floor(this.random() * 2 ** 32);
		const keyed = rows.filter(isIn).map((row) => {
			return { row, key: this.key(row, field), draw: Math.imul(row.number ^ salt, 0x9e3779b1) };
		});
		keyed.sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.draw - b.draw));
		return keyed.map(({ row }) => row);
	}

	private key({ time, number }: Version, field: string): string | number {
		if (field === 'statusUpdateTs') return time;
		return field === 'to' ? Math.floor(number / this.freedoms.sharing) : number;
	}

	private row({ id, status, time, number }: Version) {
		const to = String(77_010_000_000 + Math.floor(number / this.freedoms.sharing));
		return { id, status, statusUpdateTs: time, to, campaignId: String(900 + number) };
	}
}
