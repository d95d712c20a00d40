import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { comment, flag, toUrl } from '../../api/params.mts';
import { valuesOf } from '../../wire/rows.mts';
import { endOf, expirationDate } from './update.mts';

const params = z.strictObject({
	data: z.strictObject({
		fullLink: z.string().refine((text) => toUrl(text) !== undefined, 'must be a valid URL'),
		status: flag.default('1'),
		expirationDate: expirationDate.optional(),
		comment: comment.optional(),
	}),
});

/** Link/Create: active and without end unless data says otherwise. */
export const create = defineMethod('Link/Create', params, ({ data }, { store, dialect }) => {
	const link = store.addLink({
		...data,
		expirationDate: endOf(data.expirationDate, store.freedoms),
		comment: data.comment || null,
	});
	const { id } = valuesOf(dialect, store);
	const answer = { id: id(link.id), code: link.code, shortLink: store.shortLink(link.code) };
	return ok(answer, [link.id]);
});
