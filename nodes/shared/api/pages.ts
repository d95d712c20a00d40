import { NoResponse } from './faults';
import { readList, type List } from './list';
import type { Params, Reader } from './service';
import { idText, isAbove, isRecord, plain, type Row } from './wire';

const PAGE_SIZES = [25, 50, 100];
const LARGEST_PAGE = 100;

/** How many pages may be asked for ahead; the level decides how many of them are under way. */
const PAGES_AHEAD = 16;

/** Most passes over a list that moves: two of them can miss the same row. */
const MOST_PASSES = 3;

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

type Sort = Record<string, 'ASC' | 'DESC'>;

export interface Listing<T> {
	method: string;
	params: Params & { sort?: Sort };
	/** How many rows are wanted; Infinity for all. */
	limit: number;
	/**
	 * Orders in which rows keep their places. The first is used where no order is asked for, and there are several pages;
	 * the others are for second looks.
	 */
	stillOrders: [Sort, Sort, ...Sort[]];
	convert(row: Row): T;
	/** Undefined where the user has no such choice. */
	acceptIncomplete?: boolean;
}

/**
 * Reads a list; once its count is known, several pages at once. No page beyond the limit is asked for.
 *
 * What was in the list all the time is in the output. A list that moves is read up to three times. One that does not move
 * must show as many rows as it counts.
 *
 * @returns each row once, in the order that was asked for; `hasMoved`: the list changed meanwhile; `isIncomplete` only with
 * `acceptIncomplete`
 * @throws NoResponse when it does not, and when nothing shows that these are all rows
 */
export async function readRows<T>(service: Reader, listing: Listing<T>) {
	const { method, params, limit, stillOrders, convert } = listing;
	const isSorted = Object.keys(params.sort ?? {}).length > 0;
	const order = isSorted ? params.sort : stillOrders[0];
	// The order of a single page is the service's own where none is asked for.
	const asked = isSorted || limit > LARGEST_PAGE ? order : undefined;
	const others = stillOrders.slice(1);
	// A row whose status changes leaves a list of one status, and others come into it at any place.
	const mayLeave = isRecord(params.criteria) && params.criteria.status !== undefined;
	const found = new Map<string, Row>();
	const passes: Pass[] = [];
	let last: Pass;
	/** Rows that no earlier pass had seen. */
	let fresh: number;
	do {
		const known = found.size;
		// In this order, rows that are sorted alike might hide each other again in every pass.
		const isAsAsked =
			passes.length === 0 || (known >= limit && (asAsked().length < 2 || hasMoved()));
		const sort = isAsAsked ? asked : others[(passes.length - 1) % others.length];
		const ask = async (pageSize: number, currentPage: number) =>
			await readPage(service, method, { ...params, sort }, pageSize, currentPage);
		last = { ...(await readPass(ask, isAsAsked ? limit : Infinity, mayLeave)), isAsAsked };
		passes.push(last);
		for (const [id, row] of last.seen) found.set(id, row);
		fresh = found.size - known;
	} while (
		!isWhole() &&
		passes.length < MOST_PASSES &&
		(passes.length === 1 || fresh > 0 || hasMoved() || !last.count)
	);

	const isIncomplete = !isWhole();
	if (isIncomplete && !listing.acceptIncomplete) {
		const counted = last.count?.low ?? 0;
		const shortage =
			found.size < Math.min(counted, limit) ? `${found.size} of ${counted} rows` : '';
		const kind = listing.acceptIncomplete === undefined ? 'incomplete' : 'unaccepted';
		throw new NoResponse(method, kind, shortage);
	}
	const isInOrder = last.isCalm && last.isAsAsked;
	const rows = isInOrder ? [...last.seen.values()] : sorted();
	return { rows: rows.slice(0, limit).map(convert), hasMoved: hasMoved(), isIncomplete };

	function isWhole(): boolean {
		const { count, seen, places, pages } = last;
		const isLimited = found.size >= limit;
		if (last.isCalm && (last.isAsAsked || !isLimited)) return true;
		const isLast = passes.length === MOST_PASSES;
		// Rows that are sorted alike may hide each other, so two passes in this order must agree on what rows are sorted by.
		if (isLimited) {
			const keys = keysOf(sorted());
			return hasMoved() ? isLast : asAsked().every(({ rows }) => keysOf(rows) === keys);
		}
		const before = passes.at(-2);
		if (!count) return fresh === 0 && places === seen.size && !!before && pages >= before.pages;
		// A count below the number of places is wrong.
		if (!hasMoved()) return found.size >= Math.max(count.high, places);
		return isLast && found.size >= count.low;
	}

	function hasMoved(): boolean {
		const counts = passes.flatMap(({ count }) => (count ? [count.low, count.high] : []));
		if (new Set(counts).size > 1) return true;
		if (limit === Infinity || passes.length < 2) return false;
		return new Set(asAsked().map((pass) => keysOf(pass.rows))).size > 1;
	}

	function asAsked(): Pass[] {
		return passes.filter((pass) => pass.isAsAsked);
	}

	/** What the first rows, up to the limit, are sorted by. */
	function keysOf(list: Row[]): string {
		const fields = Object.keys(order ?? {});
		return JSON.stringify(list.slice(0, limit).map((row) => fields.map((field) => row[field])));
	}

	function sorted(): Row[] {
		return [...found.values()].sort((a, b) => {
			for (const [field, direction] of Object.entries(order ?? {})) {
				const difference = compare(a, b, field);
				if (difference !== 0) return direction === 'DESC' ? -difference : difference;
			}
			return 0;
		});
	}
}

type Pass = Awaited<ReturnType<typeof readPass>> & { isAsAsked: boolean };

/**
 * One reading of a list from its first page on. A page past the end may be empty, or show the last one again. A full page is
 * never the last one, whatever the count says: counts may be too low.
 *
 * @param mayLeave rows may leave the list while it is read
 */
async function readPass(
	ask: (pageSize: number, currentPage: number) => Promise<List>,
	limit: number,
	mayLeave: boolean,
) {
	const asked = PAGE_SIZES.find((size) => size >= limit) ?? LARGEST_PAGE;
	let pageSize = asked;
	/** By id, each as it was shown last. */
	const seen = new Map<string, Row>();
	/** The rows by their places; only where there is a limit. */
	const rows: Row[] = [];
	/** How many places of the list were read, where a row may have been seen at several; how many pages with rows. */
	let [places, pages] = [0, 0];
	/** The counts that the pages gave; undefined where the service gives none. */
	let count: { first: number; low: number; high: number; isGrowing: boolean } | undefined;
	let [hasEnded, pageLength] = [false, 0];
	const ahead: Array<Promise<List>> = [];
	for (let next = 0; !hasEnded && seen.size < limit; next++) {
		const wanted = Math.ceil((limit - seen.size) / pageSize);
		const left = Math.floor((count?.high ?? 0) / pageSize) + 1 - next;
		while (ahead.length < Math.min(PAGES_AHEAD, wanted, Math.max(1, left)))
			ahead.push(ask(asked, next + ahead.length));
		// A fault is thrown when its page is next.
		for (const page of ahead) page.catch(() => undefined);
		const { items, total } = await ahead[0];
		ahead.shift();
		if (total !== undefined) {
			count ??= { first: total, low: total, high: total, isGrowing: true };
			count.isGrowing &&= total >= count.high;
			count.low = Math.min(count.low, total);
			count.high = Math.max(count.high, total);
		}
		// A service that gives smaller pages than were asked for counts its pages by their real size.
		if (places === 0 && items.length < (total ?? 0)) pageSize = Math.min(pageSize, items.length);
		const before = seen.size;
		for (const row of items) seen.set('id' in row ? idText(row.id) : JSON.stringify(row), row);
		const fresh = seen.size - before;
		hasEnded = fresh === 0;
		// The last page again has as many rows as the first time; else rows changed places.
		if (hasEnded && items.length === pageLength) break;
		pageLength = items.length;
		if (count && items.length < pageSize) hasEnded = true;
		places += items.length;
		if (limit < Infinity) rows.push(...items);
		pages++;
	}
	const { first, high, isGrowing } = count ?? { first: 0, high: 0, isGrowing: true };
	const isAll = count ? places >= high : pages <= 1;
	const again = places - seen.size;
	const isPushed = mayLeave ? again === high - first : again <= high - first;
	/**
	 * No row that was there all the time can have been missed: the count only grew, and no more rows came again than the new
	 * ones pushed down (just as many where rows may leave). Two changes that hide each other cannot be seen.
	 */
	const isCalm = (seen.size >= limit || isAll) && isGrowing && isPushed;
	return { seen, rows, places, pages, count, isCalm };
}

/** Sort fields with numbers, which may come as text. All others are sorted by their characters, phone numbers too. */
const NUMBERS = new Set(['campaignId', 'clickCnt', 'segNum']);

function compare(a: Row, b: Row, field: string): number {
	const isNumber = NUMBERS.has(field);
	const [x, y] = [a, b].map((row) => (isNumber ? idText : plain)(row[field]));
	if (x === y) return 0;
	return (isNumber ? isAbove(x, y) : x > y) ? 1 : -1;
}
