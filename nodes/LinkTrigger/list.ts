import { isWaitingPage } from '../Link/waitingPage';
import { NoAnswer } from '../shared/api/faults';
import { readPage, readRows } from '../shared/api/pages';
import type { Params, Service } from '../shared/api/service';
import { number, time, type Row } from '../shared/api/wire';
import { highest, idOf } from './ids';
import { MOST_LINKS, tooMany } from './memory';

const METHOD = 'Link/List';

/** A link as a row of Link/List shows it. */
export interface WatchedLink {
	id: string;
	/** Undefined if the service does not say. */
	clicks: number | undefined;
	isBlocked: boolean;
	/** The row as it came. */
	row: Row;
}

type Reader = Pick<Service, 'read'>;

/** Of codes, which are unique: equal rows may change places between pages. */
export type Order = 'ASC' | 'DESC';

const PAGE_SIZE = 100;

/**
 * All links under the filters, 100 a call. Links that were deleted, and those to a page that waits for an answer,
 * are left out.
 *
 * @param criteria the filters, by the service's names
 * @param order the other one in every poll: if a too low total hides the end of the list, it is another end
 * each time
 * @param isFirst looks behind a full last page: what a too low total hides from the first poll, its clicks
 * would be lost until another one sees it
 * @throws Refusal for too many links, after the first call if the service says how many there are
 * @throws NoAnswer if it is not certain that the list is complete
 */
export async function readLinks(
	service: Reader,
	criteria: Params,
	order: Order,
	isFirst = false,
): Promise<WatchedLink[]> {
	const params = { criteria, sort: { code: order } };
	const links = (await quickly(service, params, isFirst)) ?? (await carefully(service, params));
	if (links.length > MOST_LINKS) throw tooMany(links.length);
	return links.filter(({ row }) => time(row.deletedTs) === null && !isWaitingPage(row));
}

type ListParams = Params & { sort: { code: Order } };

/** @returns undefined if rows and total do not agree */
async function quickly(
	service: Reader,
	params: ListParams,
	isFirst: boolean,
): Promise<WatchedLink[] | undefined> {
	const read = async (page: number) => await readPage(service, METHOD, params, PAGE_SIZE, page);
	const first = await read(0);
	const { total = -1 } = first;
	if (total > MOST_LINKS) throw tooMany(total);
	const pages = isFirst ? Math.floor(total / PAGE_SIZE) + 1 : Math.ceil(total / PAGE_SIZE);
	const left = Math.max(0, pages - 1);
	const others = await Promise.all(Array.from({ length: left }, async (_, i) => await read(i + 1)));
	const rows = [first, ...others].flatMap(({ items }) => items.map(watched));
	const links = new Map(rows.map((link) => [link.id, link]));
	return links.size === total && rows.length === total ? [...links.values()] : undefined;
}

/** Page by page, repeatedly, for lists that change while they are read. */
async function carefully(service: Reader, params: ListParams): Promise<WatchedLink[]> {
	const { rows } = await readRows(service, {
		method: METHOD,
		params,
		limit: Infinity,
		stillOrders: [{ createTs: 'ASC' }, { code: 'ASC' }],
		// An incomplete reading loses nothing: clicks are a state.
		acceptIncomplete: true,
		convert: watched,
	});
	return rows;
}

/**
 * The highest id among the latest links of the account, without filters. Links of the same second come in any
 * order, so all of the latest one are read.
 *
 * @returns undefined if the service shows none, which may be a mistake
 */
export async function newestId(service: Reader): Promise<string | undefined> {
	const params = { sort: { createTs: 'DESC' } };
	const rows: Row[] = [];
	for (let page = 0; page < MOST_LINKS / PAGE_SIZE; page++) {
		const { items, total } = await readPage(service, METHOD, params, PAGE_SIZE, page);
		rows.push(...items);
		const [newest, last] = [rows.at(0), items.at(-1)].map((row) => time(row?.createTs));
		if (rows.length === total || newest === null || last !== newest) break;
	}
	return rows.length > 0 ? highest(rows.map((row) => watched(row).id)) : undefined;
}

/** @throws NoAnswer for a row without an id: the trigger could not recognise it again */
function watched(row: Row): WatchedLink {
	const id = idOf(row.id);
	if (id === undefined) throw new NoAnswer(METHOD, 'garbled', 'a link without id');
	const clicks = number(row.clickCnt);
	const isCount = typeof clicks === 'number' && Number.isSafeInteger(clicks) && clicks >= 0;
	return {
		id,
		clicks: isCount ? clicks : undefined,
		isBlocked: number(row.moderatorStatus) === 0,
		row,
	};
}
