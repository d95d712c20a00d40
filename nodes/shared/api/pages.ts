import { NoAnswer } from './faults';
import { readList, type List } from './list';
import type { Pass } from './listPass';
import { ListReading } from './listReading';
import type { Params, Service } from './service';
import type { Row } from './wire';

/** The page sizes of the specification. */
const PAGE_SIZES = [25, 50, 100] as const;

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

/** A list with pages, and what it is read as. */
export interface Listing<T> {
	method: string;
	params: Params & { sort?: Record<string, string> };
	/** How many rows are wanted; Infinity for all. */
	limit: number;
	/** Other orders, with few equal rows, to find rows that the wanted order keeps hiding. */
	otherOrders: Array<Record<string, string>>;
	convert(row: Row): T;
	/** Called when the service counts more rows than its pages have, in two readings that agree. */
	hasFewer?(listed: number, counted: number): void;
}

/**
 * Reads a list, each row once, in the service's order; once the total is known, several pages at once. No
 * page beyond the limit is asked for.
 *
 * If the answers show that a moving row may have been missed, the list is read again, page by page. No
 * answer can show two changes at almost the same time that hide each other, or a total that is too low by
 * exactly the rows behind a full last page.
 *
 * @throws NoAnswer when it is not certain that these are all rows
 */
export async function readRows<T>(service: Reader, listing: Listing<T>): Promise<T[]> {
	const { method, params, limit, otherOrders } = listing;
	const pageSize = PAGE_SIZES.find((size) => size >= limit) ?? 100;
	const reading = new ListReading<T>(
		limit,
		pageSize,
		Object.keys(params.sort ?? {}),
		listing.convert,
	);
	let before: Pass | undefined;
	for (let passes = 0; !reading.isComplete; passes++) {
		const pass = reading.begin();
		if (!pass) throw new NoAnswer(method, 'incomplete', '');
		const sort = pass.isWhole ? otherOrders[passes % otherOrders.length] : params.sort;
		const ahead: Array<Promise<List>> = [];
		for (let next = 0; pass.pagesFrom(next) > 0; next++) {
			while (ahead.length < pass.pagesFrom(next)) {
				const page = next + ahead.length;
				ahead.push(readPage(service, method, { ...params, sort }, pageSize, page));
			}
			// A fault is thrown when its page is next.
			for (const page of ahead) page.catch(() => undefined);
			reading.accept(pass, await ahead[0]);
			ahead.shift();
		}
		reading.end(pass, before);
		before = pass;
	}
	const rows = reading.rows();
	if (rows.length < Math.min(limit, reading.counted))
		listing.hasFewer?.(rows.length, reading.counted);
	return rows;
}
