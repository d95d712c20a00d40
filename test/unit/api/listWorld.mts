import { isRecord } from '../../../nodes/shared/api/envelope';
import { readRows, type Listed } from '../../../nodes/shared/api/pages';

export interface Change {
	kind: 'add' | 'remove' | 'move';
	/** Position of the row concerned, and where a moved one goes; beyond the end means the end. */
	at: number;
	to?: number;
}

interface Options {
	tellsTotal?: boolean;
	/** The service gives no larger pages, whatever it is asked for. */
	largestPage?: number;
	/** What happens to the list before each answer, in order of the answers. */
	changes?: Change[][];
	/** How many turns of the event loop the answers take, in order of the calls and from the first again. */
	pauses?: number[];
	/** The page whose call fails. */
	failsAt?: number;
}

/** A list of the service in memory, ids 1 to `size`, that changes while it is read. */
export class ListWorld {
	readonly asked: Array<{ pageSize: number; page: number }> = [];
	/** Calls under way when each call began, itself included. */
	readonly atOnce: number[] = [];
	private underWay = 0;
	private answers = 0;
	private lastId: number;
	private readonly ids: number[];
	private readonly there: Set<number>;

	constructor(
		size: number,
		private readonly options: Options = {},
	) {
		this.ids = Array.from({ length: size }, (_, n) => n + 1);
		this.there = new Set(this.ids);
		this.lastId = size;
	}

	/** The rows that no change took away. */
	thereThroughout(): number[] {
		return [...this.there];
	}

	async read(_method: string, params: { [key: string]: unknown }): Promise<unknown> {
		const pagination = isRecord(params.pagination) ? params.pagination : {};
		const [pageSize, page] = [Number(pagination.pageSize), Number(pagination.currentPage)];
		const { pauses = [1], failsAt, tellsTotal = true, changes = [] } = this.options;
		const turns = pauses[this.asked.length % pauses.length];
		this.asked.push({ pageSize, page });
		this.atOnce.push(++this.underWay);
		for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
		this.underWay--;
		if (page === failsAt) throw new Error(`page ${page}`);
		for (const change of changes[this.answers++] ?? []) this.carryOut(change);
		const given = Math.min(pageSize, this.options.largestPage ?? pageSize);
		const items = this.ids.slice(page * given, (page + 1) * given).map((id) => ({ id }));
		return { items, totalItemCount: tellsTotal ? String(this.ids.length) : undefined };
	}

	private carryOut({ kind, at, to = 0 }: Change): void {
		if (kind === 'add') {
			this.ids.splice(at, 0, ++this.lastId);
			return;
		}
		const [id] = this.ids.splice(Math.min(at, this.ids.length - 1), 1);
		if (id === undefined) return;
		// A row that came below the reader's back does not move: that would be two changes that hide each other.
		if (kind === 'move') this.ids.splice(this.there.has(id) ? to : at, 0, id);
		else this.there.delete(id);
	}
}

/** What the reader gives out. */
export const listOf = async (world: ListWorld, limit = Infinity): Promise<Listed<number>> =>
	await readRows(world, {
		method: 'Message/List',
		params: {},
		limit,
		stillOrders: [{ id: 'ASC' }, { id: 'ASC' }],
		convert: (row) => Number(row.id),
	});

/** The ids that it gives out, in its order. */
export const rowsOf = async (world: ListWorld, limit?: number): Promise<number[]> =>
	(await listOf(world, limit)).rows;
