import { z } from 'zod';
import { InvalidFields } from '../../api/failure.mts';
import { defineMethod, ok } from '../../api/method.mts';
import { id, limit, time } from '../../api/params.mts';
import { columnLinks, columnOrder } from '../../freedoms/stats.mts';
import { statsAnswer } from '../../wire/stats.mts';
import { byId, found } from './find.mts';
import { countByLabel, labelsOf, periodOf, TYPES } from './period.mts';

const params = z.strictObject({
	ids: z
		.array(id)
		.min(1)
		.refine((ids) => ids.length <= 5, limit('at most 5 ids')),
	type: z.string().refine((type) => Object.hasOwn(TYPES, type), limit('incorrect type')),
	criteria: z.strictObject({ dateFrom: time, dateTo: time }).partial().default({}),
});

/**
 * Link/GetStats: clicks of up to 5 links by period of the account's zone. Columns follow the request, and an
 * unknown link is answered with the service's general code for what is not there, unless freedoms say otherwise.
 */
export const getStats = defineMethod('Link/GetStats', params, (given, context) => {
	const { store } = context;
	const { dateFrom, dateTo } = given.criteria;
	if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
		throw new InvalidFields({ 'criteria.dateTo': ['must not be before dateFrom'] });
	}
	const ids = columnOrder(given.ids, store.freedoms);
	const links = columnLinks(ids, context, (each) => byId(each, context), found);
	const type = TYPES[given.type];
	const period = periodOf(type, store.zone, store.clock.now(), given.criteria);
	const columns = links.map((link) => ({
		clicks: countByLabel(type, store.zone, period, link?.clicks ?? []),
		redirects: countByLabel(type, store.zone, period, link?.redirects ?? []),
	}));
	return ok(statsAnswer(labelsOf(type, period), columns, context));
});
