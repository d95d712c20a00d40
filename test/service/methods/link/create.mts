import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { comment, date, flag } from '../../api/params.mts';
import { toUrl } from '../../api/url.mts';
import { valuesOf } from '../../wire/values.mts';

const params = z.strictObject({
	data: z.strictObject({
		fullLink: z.string().refine((text) => toUrl(text) !== undefined, 'must be a valid URL'),
		status: flag.default('1'),
		expirationDate: date.optional(),
		comment: comment.optional(),
	}),
});

/** Link/Create: active and without end unless told otherwise. */
export const create = defineMethod('Link/Create', params, ({ data }, { store, dialect }) => {
	const link = store.addLink({
		fullLink: data.fullLink,
		status: data.status,
		expirationDate: data.expirationDate ?? null,
		comment: data.comment || null,
	});
	const { integer } = valuesOf(dialect, store.zone);
	const answer = { id: integer(link.id), code: link.code, shortLink: store.shortLink(link.code) };
	return ok(answer, [link.id]);
});
