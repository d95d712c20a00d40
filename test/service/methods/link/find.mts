import { ApiFailure, CODES } from '../../api/failure.mts';
import type { Context } from '../../api/method.mts';
import type { StoredLink } from '../../store/links.mts';

/** @throws ApiFailure code 2 when there is no such link */
export function found(link: StoredLink | undefined): StoredLink {
	if (link === undefined) throw new ApiFailure(CODES.notFound, 'Link not found');
	return link;
}

/** The link that a short link URL leads to. */
export const byShortLink = (url: string, { store }: Context): StoredLink | undefined =>
	url.startsWith(store.publicUrl)
		? store.links.byCode(url.slice(store.publicUrl.length))
		: undefined;
