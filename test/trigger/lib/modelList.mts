import type { Change } from '../../../nodes/MessageTrigger/change';
import type { PageQuery, MessageList, Page } from '../../../nodes/MessageTrigger/list';
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
	/** Messages that share a recipient, and that share a campaign. */
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
export class ModelList implements MessageList {
	calls = 0;
	private acts: Act[] = [];
	private readonly emptyBefore = new Set<string>();
	private readonly random: () => number;

	constructor(
		private readonly world: World,
		readonly pageSize: number,
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

	async page(asked: PageQuery): Promise<Page> {
		this.calls++;
		this.world.pass(this.answerMs);
		await this.acts.shift()?.();
		const { totalOff, totalAlternatesBy } = this.freedoms;
		const rows = this.rows(asked);
		const off = (totalOff ?? 0) + (this.calls % 2 === 1 ? totalAlternatesBy : 0);
		const total = totalOff === null ? undefined : Math.max(0, rows.length + off);
		if (this.isEmpty(JSON.stringify(asked))) return { changes: [], total };
		const first = asked.page * this.pageSize;
		const changes = rows
			.slice(first, first + this.pageSize)
			.map((version): Change => this.changeOf(version));
		return { changes, total };
	}

	private isEmpty(question: string): boolean {
		const { empty } = this.freedoms;
		if (empty === 0 || this.emptyBefore.delete(question) || this.random() >= empty) return false;
		this.emptyBefore.add(question);
		return true;
	}

	private rows({ sort, from, to = '9' }: PageQuery): Version[] {
		const { bounds, stale, staleBy } = this.freedoms;
		const isStale = stale > 0 && this.random() < stale;
		const isIn = ({ time }: Version) =>
			(bounds.endsWith('From') || bounds === 'exclusive' ? time > from : time >= from) &&
			(bounds.endsWith('To') || bounds === 'exclusive' ? time < to : time <= to);
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
		const { sharing } = this.freedoms;
		return field === 'to' ? Math.floor(number / sharing) : number % sharing;
	}

	private changeOf({ id, status, time, number }: Version): Change {
		const { sharing } = this.freedoms;
		const to = `+7701${String(Math.floor(number / sharing)).padStart(7, '0')}`;
		return { id, status, time, row: { id, to, campaignId: String(900 + (number % sharing)) } };
	}
}
