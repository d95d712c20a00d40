import { z } from 'zod';
import { ApiFailure, CODES, invalid } from '../../api/failure.mts';
import { defineMethod, ok } from '../../api/method.mts';
import { comment, date, flag, id } from '../../api/params.mts';
import type { Freedoms } from '../../freedoms/switches.mts';
import { byId, found } from './get.mts';

/** A day; an empty text is left for `endOf` to judge. */
export const expirationDate = date.or(z.literal(''));

/**
 * F15: the day that a link is to end, or null for never.
 * @throws ApiFailure when an empty date is given and refused
 */
export function endOf(given: string | undefined, { emptyDate }: Freedoms): string | null {
	if (given === '' && emptyDate === 'refused') {
		throw invalid({ 'data.expirationDate': ['must be a date YYYY-MM-DD'] });
	}
	return given || null;
}

const params = z.strictObject({
	id,
	data: z.strictObject({ status: flag, expirationDate, comment }).partial().default({}),
});

/**
 * Link/Update. A date that is left out makes the link permanent; status and comment stay when left out.
 * Documented answer: the short link. Recorded answer: true.
 */
export const update = defineMethod('Link/Update', params, (given, context) => {
	const { store, dialect } = context;
	if (store.freedoms.emptyUpdate === 'code11' && Object.keys(given.data).length === 0) {
		throw new ApiFailure(CODES.missing, 'Required parameter is missing: data');
	}
	const link = found(byId(given.id, context));
	const { status = link.status, comment: text = link.comment } = given.data;
	store.links.update(link, {
		status,
		expirationDate: endOf(given.data.expirationDate, store.freedoms),
		comment: text || null,
		updateTs: store.clock.now(),
	});
	return ok(dialect === 'documented' ? store.shortLink(link.code) : true);
});
