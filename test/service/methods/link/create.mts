import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { comment, dateOrEmpty, flag } from '../../api/params.mts';
import { toUrl } from '../../api/url.mts';
import { endOf } from '../../freedoms/updating.mts';
import { valuesOf } from '../../wire/values.mts';

const params = z.strictObject({
	data: z.strictObject({
		fullLink: z.string().refine((text) => toUrl(text) !== undefined, 'must be a valid URL'),
		status: flag.default('1'),
		expirationDate: dateOrEmpty.optional(),
		comment: comment.optional(),
	}),
});

/** Link/Create: active and without end unless told otherwise. */
export const create = defineMethod('Link/Create', params, ({ data }, { store, dialect }) => {
	const link = store.addLink({
		fullLink: data.fullLink,
		status: data.status,
		expirationDate: endOf(data.expirationDate, store.freedoms),
		comment: data.comment || null,
	});
	const { id } = valuesOf(dialect, store);
	const answer = { id: id(link.id), code: link.code, shortLink: store.shortLink(link.code) };
	return ok(answer, [link.id]);
});
