import { z } from 'zod';
import { defineMethod, ok, type Context } from '../../api/method.mts';
import { id, limit } from '../../api/params.mts';
import { linkRow } from '../../wire/rows.mts';
import { ApiFailure, CODES } from '../../api/failure.mts';
import { codeIn, withoutScheme, type StoredLink } from '../../store/links.mts';

/** @throws ApiFailure code 2 when there is no such link */
export function found(link: StoredLink | undefined): StoredLink {
	if (link === undefined) throw new ApiFailure(CODES.notFound, 'Link not found');
	return link;
}

/** The links that were deleted, where the service still answers for them (F16). */
const deletedLinks = ({ store }: Context): StoredLink[] =>
	store.freedoms.softDeletion === 'off' ? [] : [...store.links.deleted.values()];

export const byId = (id: string, context: Context): StoredLink | undefined =>
	context.store.links.get(id) ?? deletedLinks(context).find((link) => link.id === id);

/** F32: the database may compare codes without regard to case. */
export function byCode(code: string, context: Context): StoredLink | undefined {
	const { links, freedoms } = context.store;
	const isIt = freedoms.codesAnyCase
		? (link: StoredLink) => link.code.toLowerCase() === code.toLowerCase()
		: (link: StoredLink) => link.code === code;
	const own = freedoms.codesAnyCase ? [...links.all()].find(isIt) : links.byCode(code);
	return own ?? deletedLinks(context).find(isIt);
}

const hostOf = (address: string): string => withoutScheme(address).split('/')[0].toLowerCase();

/** F17: the link that a short link URL names, letter by letter or in any form. */
export function byShortLink(url: string, context: Context): StoredLink | undefined {
	const { store } = context;
	const link = byCode(codeIn(url), context);
	const shown = link && store.shortLink(link.code);
	if (shown === undefined) return undefined;
	const { shortLinkMatch, codesAnyCase } = store.freedoms;
	const form = (address: string) => (codesAnyCase ? address.toLowerCase() : address);
	const isIt =
		shortLinkMatch === 'exact' ? form(url) === form(shown) : hostOf(url) === hostOf(shown);
	return isIt ? link : undefined;
}

const params = z
	.strictObject({ id, code: z.string(), shortLink: z.string() })
	.partial()
	.refine(
		(given) => Object.keys(given).length === 1,
		limit('exactly one of id, code and shortLink must be passed'),
	);

/** Link/Get: one link, named in exactly one way. */
export const get = defineMethod('Link/Get', params, (given, context) => {
	if (given.id !== undefined) return ok(linkRow(found(byId(given.id, context)), context));
	if (given.code !== undefined) return ok(linkRow(found(byCode(given.code, context)), context));
	return ok(linkRow(found(byShortLink(given.shortLink ?? '', context)), context));
});
