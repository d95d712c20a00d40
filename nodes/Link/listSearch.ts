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
import { isWaitingPage } from './waitingPage';

const PAGE_SIZE = 50;

/** How many pages are read for one that has a link to show. */
const MOST_PAGES = 10;

/** Marks a page of the second search: first the service's own, then the addresses of the newest links. */
const ADDRESSES = 'addresses:';

/**
 * Links for the editor's list, newest first, a page at a time. The service searches code and comment; after
 * its results come links whose address has the text, among the newest 500.
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

async function search(
	service: Service,
	filter: string,
	token = '0',
): Promise<INodeListSearchResult> {
	if (token.startsWith(ADDRESSES)) {
		return await byAddress(service, filter, Number(token.slice(ADDRESSES.length)));
	}
	const first = Number(token);
	const { results, next } = await readOn(service, filter || undefined, first, first + MOST_PAGES);
	if (next !== undefined) return { results, paginationToken: `${next}` };
	if (filter === '') return { results, paginationToken: undefined };
	if (results.length > 0) return { results, paginationToken: `${ADDRESSES}0` };
	return await byAddress(service, filter, 0);
}

/** Links whose address has the text, among the first pages: the service searches codes and comments only. */
async function byAddress(
	service: Service,
	filter: string,
	first: number,
): Promise<INodeListSearchResult> {
	const fits = (row: Row) => hasAddress(row, filter);
	const { results, next } = await readOn(service, undefined, first, MOST_PAGES, fits);
	const paginationToken =
		next === undefined || next === MOST_PAGES ? undefined : `${ADDRESSES}${next}`;
	return { results, paginationToken };
}

/**
 * Reads until a page has a link to show: after an empty list the editor does not ask for more. The page of a
 * question that waits for its answer is nothing to choose.
 *
 * @returns `next`: the page to go on with, if there is more
 */
async function readOn(
	service: Service,
	query: string | undefined,
	first: number,
	end: number,
	fits: (row: Row) => boolean = () => true,
): Promise<{ results: INodeListSearchItems[]; next?: number }> {
	for (let page = first; page < end; page++) {
		const list = await read(service, query, page);
		const rows = list.items.filter((row) => !isWaitingPage(row) && fits(row));
		const next = isMore(list, page) ? page + 1 : undefined;
		if (rows.length > 0 || next === undefined) return { results: rows.map(shown), next };
	}
	return { results: [] };
}

const read = async (service: Service, query: string | undefined, page: number): Promise<List> =>
	await readPage(
		service,
		'Link/List',
		{ criteria: { query }, sort: { createTs: 'DESC' } },
		PAGE_SIZE,
		page,
	);

const isMore = ({ items, total }: List, page: number): boolean =>
	total === undefined
		? items.length === PAGE_SIZE
		: (page + 1) * PAGE_SIZE < total && items.length > 0;

const has = (value: unknown, text: string): boolean =>
	plain(value).toLowerCase().includes(text.toLowerCase());

/** Whether a link has the text in an address, and not where the service has already searched. */
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
