import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { checkShown, type List } from '../shared/api/list';
import { readPage } from '../shared/api/pages';
import { openService } from '../shared/api/service';
import { idText, plain, time, type Row } from '../shared/api/wire';
import { toNodeError } from '../shared/operation/nodeError';
import { isWaitingPage } from './row';

const METHOD = 'Link/List';
const PAGE_SIZE = 50;

/**
 * With a filter, the editor asks for more only when its list is scrolled, which takes more than 7 links (read in n8n
 * 2.41.1).
 */
const FEWEST = 10;

/** How many calls are made for so many links. */
const MOST_CALLS = 20;

/** How many of the newest pages are searched for an address. */
const ADDRESS_PAGES = 10;

/** Marks a page of the second search: that of the addresses of the newest links. */
const ADDRESSES = 'addresses:';

/**
 * Links for the list in the editor, newest first, a page at a time. The service searches code and comment;
 * after its results come links whose address has the text, among the newest 500.
 *
 * @param paginationToken the page to begin with, and in which of the two searches
 */
export async function searchLinks(
	this: ILoadOptionsFunctions,
	filter = '',
	paginationToken = '0',
): Promise<INodeListSearchResult> {
	// The service may write an address with another scheme, or none.
	const text = filter.trim().replace(/^https?:\/\/|\/$/gi, '');
	let next: string | undefined = paginationToken;
	const results: INodeListSearchItems[] = [];
	try {
		const service = await openService(this);
		for (
			let calls = 0;
			next !== undefined && results.length < FEWEST && calls < MOST_CALLS;
			calls++
		) {
			const isByAddress = next.startsWith(ADDRESSES);
			const page: number = Number(next.replace(ADDRESSES, ''));
			const criteria = { query: isByAddress ? undefined : text || undefined };
			const params = { criteria, sort: { createTs: 'DESC' } };
			const list = await readPage(service, METHOD, params, PAGE_SIZE, page);
			if (page === 0 && results.length === 0) checkShown(METHOD, list.items, list.total);
			const isShown = (row: Row) => !isWaitingPage(row) && (!isByAddress || hasAddress(row, text));
			results.push(...list.items.filter(isShown).map(shown));
			if (isMore(list, page + 1) && !(isByAddress && page + 1 === ADDRESS_PAGES))
				next = `${isByAddress ? ADDRESSES : ''}${page + 1}`;
			else next = isByAddress || text === '' ? undefined : `${ADDRESSES}0`;
		}
	} catch (fault) {
		throw toNodeError(this.getNode(), fault);
	}
	// Without a filter, the editor would ask without end.
	return { results, paginationToken: results.length > 0 ? next : undefined };
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
