import { z } from 'zod';
import { defineMethod, ok } from '../../api/method.mts';
import { comment, date, flag, id } from '../../api/params.mts';
import { found } from './find.mts';

const params = z.strictObject({
	id,
	data: z.strictObject({ status: flag, expirationDate: date, comment }).partial().default({}),
});

/**
 * Link/Update. A date that is left out makes the link permanent; status and comment stay when left out.
 * Documented answer: the short link. Recorded answer: true.
 */
export const update = defineMethod('Link/Update', params, (given, { store, dialect }) => {
	const link = found(store.links.get(given.id));
	const { status, expirationDate, comment: text } = given.data;
	store.links.update(link, {
		status: status ?? link.status,
		expirationDate: expirationDate ?? null,
		comment: text === undefined ? link.comment : text || null,
		updateTs: store.clock.now(),
	});
	return ok(dialect === 'documented' ? store.shortLink(link.code) : true);
});
