import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { readPage } from '../shared/api/pages';
import { openService } from '../shared/api/service';
import { toNodeError } from '../shared/operation/nodeError';
import { settle } from '../shared/api/outcome';

const PAGE_SIZE = 50;

/** Links for the editor's list, newest first, a page at a time; the filter searches code and comment. */
export async function searchLinks(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const currentPage = Number(paginationToken ?? 0);
	const params = { criteria: { query: filter || undefined }, sort: { createTs: 'DESC' } };
	const outcome = await settle(
		async () =>
			await readPage(await openService(this), 'Link/List', params, PAGE_SIZE, currentPage),
	);
	if ('fault' in outcome) throw toNodeError(this.getNode(), outcome.fault);
	const { items, total } = outcome.value;
	const isMore =
		total === undefined
			? items.length === PAGE_SIZE
			: (currentPage + 1) * PAGE_SIZE < total && items.length > 0;
	return {
		results: items.map(({ id, code, comment, fullLink, shortLink }) => ({
			name: `${String(code)}: ${String(comment || fullLink)}`,
			value: String(id),
			url: typeof shortLink === 'string' ? shortLink : undefined,
		})),
		paginationToken: isMore ? String(currentPage + 1) : undefined,
	};
}
