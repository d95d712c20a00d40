import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { id, limit } from '../../api/params.mts';
import { linkRow } from '../../wire/rows.mts';
import { byCode, byId, byShortLink, found } from './find.mts';

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
