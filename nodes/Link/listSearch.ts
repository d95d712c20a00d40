import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { plain } from '../shared/api/envelope';
import type { List } from '../shared/api/list';
import { settle } from '../shared/api/promises';
import { readPage } from '../shared/api/pages';
import { openService, type Service } from '../shared/api/service';
import { idText, time, type Row } from '../shared/api/wire';
import { toNodeError } from '../shared/operation/nodeError';
import { isWaitingPage } from './row';

const PAGE_SIZE = 50;

/** How many pages are read for one that has a link to show. */
const MOST_PAGES = 10;

/** Marks a page of the second search: that of the addresses of the newest links. */
const ADDRESSES = 'addresses:';

/**
 * Links for the list in the editor, newest first, a page at a time. The service searches code and comment;
 * after its results come links whose address has the text, among the newest 500.
 *
 * @throws NodeApiError | NodeOperationError
 */
export async function searchLinks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const outcome = await settle(
		async () => await search(await openService(this), filter?.trim() ?? '', paginationToken),
	);
	if ('fault' in outcome) throw toNodeError(this.getNode(), outcome.fault);
	return outcome.value;
}

/**
 * Reads until a page has a link to show: after an empty one the editor does not ask for more.
 *
 * @param token the page to begin with, and in which of the two searches
 */
async function search(
	service: Service,
	filter: string,
	token = '0',
): Promise<INodeListSearchResult> {
	const isByAddress = token.startsWith(ADDRESSES);
	let page = Number(token.replace(ADDRESSES, ''));
	const end = isByAddress ? MOST_PAGES : page + MOST_PAGES;
	const criteria = { query: isByAddress ? undefined : filter || undefined };
	const params = { criteria, sort: { createTs: 'DESC' } };
	let rows: Row[];
	let hasMore: boolean;
	do {
		const list = await readPage(service, 'Link/List', params, PAGE_SIZE, page);
		page++;
		rows = list.items.filter(
			(row) => !isWaitingPage(row) && (!isByAddress || hasAddress(row, filter)),
		);
		hasMore = isMore(list, page);
	} while (rows.length === 0 && hasMore && page < end);
	const results = rows.map(shown);
	const isOver = isByAddress && page === MOST_PAGES;
	if (rows.length > 0 && hasMore && !isOver)
		return { results, paginationToken: `${isByAddress ? ADDRESSES : ''}${page}` };
	if (isByAddress || filter === '') return { results, paginationToken: undefined };
	const paginationToken = `${ADDRESSES}0`;
	return rows.length > 0
		? { results, paginationToken }
		: await search(service, filter, paginationToken);
}

/** Whether there are rows behind so many pages, the last of which is given. */
const isMore = ({ items, total }: List, pages: number): boolean =>
	total === undefined ? items.length === PAGE_SIZE : pages * PAGE_SIZE < total && items.length > 0;

const has = (value: unknown, text: string): boolean =>
	plain(value).toLowerCase().includes(text.toLowerCase());

/** In an address, and not where the service has already searched. */
const hasAddress = ({ code, comment, fullLink, shortLink }: Row, text: string): boolean =>
	!has(code, text) && !has(comment, text) && (has(fullLink, text) || has(shortLink, text));

function shown(row: Row): INodeListSearchItems {
	const { id, code, comment, fullLink, shortLink } = row;
	const name = `${plain(code) || idText(id)}${time(row.deletedTs) ? ' (deleted)' : ''}`;
	const about = plain(comment) || plain(fullLink);
	return {
		name: about ? `${name}: ${about}` : name,
		value: idText(id),
		// Without a scheme, the editor would open a page of n8n.
		url: /^https?:/i.test(plain(shortLink)) ? plain(shortLink) : undefined,
	};
}
