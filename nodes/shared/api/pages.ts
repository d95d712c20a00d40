import { NoAnswer } from './faults';
import { readList, type List } from './list';
import { Pass } from './listPass';
import type { Params, Service } from './service';
import { idText, isAbove, text, type Row } from './wire';

/** The page sizes of the specification. */
const PAGE_SIZES = [25, 50, 100] as const;
const LARGEST_PAGE = 100;

/** Most passes over a list that moves. */
const MOST_PASSES = 3;

/** Up to so many rows a list is read as a whole where rows with equal sort fields hide the first ones. */
const MOST_AS_A_WHOLE = 2000;

type Reader = Pick<Service, 'read'>;

/** Asks for one page; `currentPage` begins at 0. */
export async function readPage(
	service: Reader,
	method: string,
	params: Params,
	pageSize: number,
	currentPage: number,
): Promise<List> {
	const asked = { ...params, pagination: { pageSize, currentPage } };
	return await readList(service, method, asked, pageSize * currentPage);
}

type Sort = Record<string, string>;

/** A list with pages, and what it is read as. */
export interface Listing<T> {
	method: string;
	params: Params & { sort?: Sort };
	/** How many rows are wanted; Infinity for all. */
	limit: number;
	/**
	 * Orders in which rows do not move. The first is for several pages where no order is asked for, the others
	 * are for a second look.
	 */
	stillOrders: [Sort, Sort, ...Sort[]];
	convert(row: Row): T;
	/** Also gives the rows of a list that is not shown as a whole. */
	acceptIncomplete?: boolean;
}

/** What was read of a list. */
export interface Listed<T> {
	/** Each row once, in the order that was asked for. */
	rows: T[];
	/** The list changed meanwhile. */
	hasMoved: boolean;
	/** Only with `acceptIncomplete`. */
	isIncomplete: boolean;
}

/**
 * Reads a list; once its count is known, several pages at once. No page beyond the limit is asked for.
 *
 * What was in the list all the time is in the output. A list that moves is read up to three times, until nothing
 * new comes: that it moves is no fault. But a list that stands still must show as many rows as it counts.
 *
 * @throws NoAnswer when it does not, and when nothing tells that these are all rows
 */
export async function readRows<T>(service: Reader, listing: Listing<T>): Promise<Listed<T>> {
	const reading = new Reading(listing);
	while (reading.goesOn()) await reading.readOnce(service);
	const { isComplete, hasMoved } = reading;
	if (isComplete || listing.acceptIncomplete)
		return { rows: reading.rows(), hasMoved, isIncomplete: !isComplete };
	throw new NoAnswer(listing.method, 'incomplete', reading.shortage());
}

/** A row as it was seen last. */
interface Seen<T> {
	value: T;
	/** Its values in the fields that the rows are sorted by. */
	key: unknown[];
}

/** What one or several passes saw of a list. */
class Reading<T> {
	private readonly passes: Pass[] = [];

	private readonly found = new Map<string, Seen<T>>();

	/** The order of the output; one that was not asked for is the service's own for a single page. */
	private readonly order: Array<[field: string, direction: string]>;

	private readonly asked: Sort | undefined;

	constructor(private readonly listing: Listing<T>) {
		const { params, limit, stillOrders } = listing;
		const isSorted = Object.keys(params.sort ?? {}).length > 0;
		const sort = isSorted ? params.sort : stillOrders[0];
		this.asked = isSorted || limit > LARGEST_PAGE ? sort : undefined;
		this.order = Object.entries(sort ?? {});
	}

	goesOn(): boolean {
		const last = this.passes.at(-1);
		if (!last) return true;
		if (this.isComplete || this.passes.length === MOST_PASSES) return false;
		return this.passes.length === 1 || last.fresh > 0 || this.hidesFirst;
	}

	async readOnce(service: Reader): Promise<void> {
		const { method, params, limit, stillOrders } = this.listing;
		const isAsAsked = this.passes.length === 0 || (this.isLimited && !this.hidesFirst);
		const pageSize = PAGE_SIZES.find((size) => isAsAsked && size >= limit) ?? LARGEST_PAGE;
		const pass = new Pass(isAsAsked ? limit : Infinity, pageSize, isAsAsked);
		const others = stillOrders.slice(1);
		const other = others[(this.passes.length - 1) % others.length];
		const asked = { ...params, sort: isAsAsked ? this.asked : other };
		const ahead: Array<Promise<List>> = [];
		for (let next = 0; pass.pagesFrom(next) > 0; next++) {
			while (ahead.length < pass.pagesFrom(next))
				ahead.push(readPage(service, method, asked, pageSize, next + ahead.length));
			// A fault is thrown when its page is next.
			for (const page of ahead) page.catch(() => undefined);
			this.accept(pass, await ahead[0]);
			ahead.shift();
		}
		this.passes.push(pass);
	}

	private accept(pass: Pass, { items, total }: List): void {
		const before = this.found.size;
		const seen = items.map((row) => ({
			value: this.listing.convert(row),
			key: this.order.map(([field]) => row[field]),
		}));
		const ids = items.map(idOf);
		ids.forEach((id, n) => this.found.set(id, seen[n]));
		pass.fresh += this.found.size - before;
		// Without a limit nobody asks what stood at which place.
		const keys = this.listing.limit === Infinity ? [] : seen.map(({ key }) => key);
		pass.accept(total, ids, keys);
	}

	/** All that was in the list all the time was seen, or the first of it, up to the limit. */
	get isComplete(): boolean {
		const last = this.passes.at(-1);
		if (!last) return false;
		if (last.isCalm && (last.isAsAsked || !this.isLimited)) return true;
		const isSettled = last.fresh === 0 || this.passes.length === MOST_PASSES;
		if (this.isLimited) return this.showsFirst || (isSettled && this.hasMoved);
		const { found } = this;
		if (!last.count) return this.passes.length > 1 && last.fresh === 0 && last.hasNoRepeats;
		// A count below the number of places is wrong.
		if (this.isSteady) return found.size >= Math.max(last.count.high, last.places);
		return isSettled && found.size >= last.count.low;
	}

	/** The counts changed, or what stands at the first places. */
	get hasMoved(): boolean {
		const counts = this.passes.flatMap(({ count }) => (count ? [count.low, count.high] : []));
		if (new Set(counts).size > 1) return true;
		return this.passes.length > 1 && new Set(this.firstKeys()).size > 1;
	}

	/** The rows in order, within the limit. */
	rows(): T[] {
		const last = this.passes.at(-1);
		const isInOrder = last?.isCalm && last.isAsAsked;
		const rows = isInOrder ? [...last.ids].map((id) => this.found.get(id)) : this.sorted();
		return rows.slice(0, this.listing.limit).flatMap((row) => (row ? [row.value] : []));
	}

	/** `2 of 5 rows`; empty when the numbers do not tell what is missing. */
	shortage(): string {
		const counted = this.passes.at(-1)?.count?.low ?? 0;
		return this.found.size < counted ? `${this.found.size} of ${counted} rows` : '';
	}

	private get isLimited(): boolean {
		return this.found.size >= this.listing.limit;
	}

	private get isSteady(): boolean {
		return this.passes.every(({ count }) => count) && !this.hasMoved;
	}

	/** Rows with equal sort fields swap places between the pages, so the first rows may be hidden behind them. */
	private get hidesFirst(): boolean {
		const [{ count }] = this.passes;
		const isSmall = count !== undefined && count.high <= MOST_AS_A_WHOLE;
		return this.passes.length === 2 && this.isLimited && isSmall && this.isSteady;
	}

	/** Whether the first rows are sorted by what the service showed at the first places. */
	private get showsFirst(): boolean {
		const first = this.sorted().slice(0, this.listing.limit);
		return this.firstKeys().at(-1) === JSON.stringify(first.map(({ key }) => key));
	}

	/** What each pass in the order of the output showed at the places up to the limit. */
	private firstKeys(): string[] {
		const { limit } = this.listing;
		const asAsked = this.passes.filter(({ isAsAsked }) => isAsAsked);
		return asAsked.map(({ keys }) => JSON.stringify(keys.slice(0, limit)));
	}

	private sorted(): Array<Seen<T>> {
		return [...this.found.values()].sort((a, b) => {
			for (const [n, [, direction]] of this.order.entries()) {
				const difference = compare(a.key[n], b.key[n]);
				if (difference !== 0) return direction === 'DESC' ? -difference : difference;
			}
			return 0;
		});
	}
}

const idOf = (row: Row): string => ('id' in row ? idText(row.id) : JSON.stringify(row));

/** Numbers by value, also as text; all else by its characters; nothing comes first. */
function compare(a: unknown, b: unknown): number {
	const [first, second] = [a, b].map((value) => String(text(value) ?? ''));
	const numbers = [first.trim(), second.trim()];
	const areNumbers = numbers.every((each) => /^\d+$/.test(each));
	const [x, y] = areNumbers ? numbers : [first, second];
	if (x === y) return 0;
	return (areNumbers ? isAbove(x, y) : x > y) ? 1 : -1;
}
