import type { Service } from '../../../nodes/shared/api/service';
import type { WorldStep } from './history.mts';

/** A link as the service holds it at one moment. */
export interface TrueLink {
	id: string;
	code: string;
	clicks: number;
	isBlocked: boolean;
	isActive: boolean;
	isDeleted: boolean;
}

/** What goes wrong with the answers of one poll. */
export interface Trouble {
	/** The call that fails, from 0 on. */
	failing: number | null;
	/** The call whose answer has no rows. */
	hidden: number | null;
	/** The call that is answered by a copy of the service that lags behind. */
	lagging: number | null;
	/** What happens before the answer of each call. */
	during: Array<() => void>;
}

const NONE: Trouble = { failing: null, hidden: null, lagging: null, during: [] };

/** A service of links that are made, clicked and blocked, read through Link/List in small pages. */
export class World {
	private links: TrueLink[] = [];

	private copy: TrueLink[] = [];

	private calls = 0;

	private trouble = NONE;

	constructor(private readonly pageSize: number) {}

	get all(): readonly TrueLink[] {
		return this.links;
	}

	happen(step: WorldStep): void {
		if (step.kind === 'create') this.create(step.clicks);
		// From now on, a copy that lags behind shows this moment.
		else if (step.kind === 'copy') this.copy = this.links;
		else {
			const at = step.who % Math.max(1, this.links.length);
			const changed = (link: TrueLink) =>
				step.kind === 'click' ? { clicks: link.clicks + step.clicks } : step.change;
			this.links = this.links.map((link, i) => (i === at ? { ...link, ...changed(link) } : link));
		}
	}

	/** Begins a poll. */
	begin(trouble: Trouble = NONE): void {
		[this.calls, this.trouble] = [0, trouble];
	}

	/** Ids grow; codes, by which lists are sorted, do not. */
	private create(clicks: number): void {
		const id = String(999_990 + this.links.length * 7);
		const code = (Number(id) * 7_919 + 13).toString(36).split('').reverse().join('');
		const state = { isBlocked: false, isActive: true, isDeleted: false };
		this.links = [...this.links, { id, code, clicks, ...state }];
	}

	/** The service as the trigger sees it: only links that are active match its filters. */
	get reader(): Pick<Service, 'read'> {
		return {
			read: async (_method, { criteria, sort, pagination }) => {
				const call = this.calls++;
				this.trouble.during[call]?.();
				if (call === this.trouble.failing) throw new Error('The service is down');
				const all = call === this.trouble.lagging ? this.copy : this.links;
				const isFiltered = JSON.stringify(criteria ?? {}).includes('status');
				const matching = all.filter(({ isActive }) => isActive || !isFiltered);
				const asked = JSON.stringify(sort);
				const isByCode = asked.includes('code');
				const sorted = isByCode
					? [...matching].sort((a, b) => (a.code < b.code ? -1 : 1))
					: [...matching].reverse();
				if (isByCode && asked.includes('DESC')) sorted.reverse();
				const { currentPage } = JSON.parse(JSON.stringify(pagination));
				const page = sorted.slice(currentPage * this.pageSize, (currentPage + 1) * this.pageSize);
				const items = call === this.trouble.hidden ? [] : page.map(rowOf);
				return { items, totalItemCount: String(sorted.length) };
			},
		};
	}
}

const rowOf = ({ id, code, clicks, isBlocked, isActive, isDeleted }: TrueLink) => ({
	id,
	code,
	clickCnt: String(clicks),
	moderatorStatus: isBlocked ? '0' : '1',
	status: isActive ? '1' : '0',
	deletedTs: isDeleted ? '2026-03-10 12:00:00' : null,
});
