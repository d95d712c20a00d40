import { isRecord } from '../shared/api/envelope';
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
	/** Undefined where the service does not tell. */
	clicks: number | undefined;
	isBlocked: boolean;
	/** The row as it came. */
	row: Row;
}

type Reader = Pick<Service, 'read'>;

/**
 * All links under the filters, 100 a call. Links that were deleted are left out.
 *
 * @param criteria the filters, by the service's names
 * @throws Refusal where they are too many, after the first call if the service tells how many there are
 * @throws NoAnswer where the list cannot be told to be complete
 */
export async function readLinks(service: Reader, criteria: Params): Promise<WatchedLink[]> {
	const links = await readRows(bounded(service), {
		method: METHOD,
		// By something unique: rows that are alike may change places from page to page.
		params: { criteria, sort: { code: 'ASC' } },
		limit: Infinity,
		otherOrders: [{ createTs: 'ASC' }],
		convert: watched,
	});
	if (links.length > MOST_LINKS) throw tooMany(links.length);
	return links.filter(({ row }) => time(row.deletedTs) === null);
}

/** The same service, which stops at a list that is too long. */
const bounded = (service: Reader): Reader => ({
	async read(method, params) {
		const data = await service.read(method, params);
		const total = isRecord(data) ? number(data.totalItemCount) : null;
		if (typeof total === 'number' && total > MOST_LINKS) throw tooMany(total);
		return data;
	},
});

/** The highest id among the latest links of the account, whatever the filters; 0 where it has none. */
export async function newestId(service: Reader): Promise<string> {
	const page = await readPage(service, METHOD, { sort: { createTs: 'DESC' } }, 25, 0);
	return highest(page.items.map((row) => watched(row).id));
}

/** @throws NoAnswer for a row that is no link: the trigger could not tell it from others */
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
