import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { comment, dateOrEmpty, flag, id } from '../../api/params.mts';
import { checkUpdate, endOf } from '../../freedoms/updating.mts';
import { byId, found } from './find.mts';

const params = z.strictObject({
	id,
	data: z
		.strictObject({ status: flag, expirationDate: dateOrEmpty, comment })
		.partial()
		.default({}),
});

/**
 * Link/Update. A date that is left out makes the link permanent; status and comment stay when left out.
 * Documented answer: the short link. Recorded answer: true.
 */
export const update = defineMethod('Link/Update', params, (given, context) => {
	const { store, dialect } = context;
	checkUpdate(given.data, store.freedoms);
	const link = found(byId(given.id, context));
	const { status, expirationDate, comment: text } = given.data;
	store.links.update(link, {
		status: status ?? link.status,
		expirationDate: endOf(expirationDate, store.freedoms),
		comment: text === undefined ? link.comment : text || null,
		updateTs: store.clock.now(),
	});
	return ok(dialect === 'documented' ? store.shortLink(link.code) : true);
});
