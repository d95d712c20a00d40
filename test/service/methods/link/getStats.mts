import { z } from 'zod';
import { invalid } from '../../api/failure.mts';
import { defineMethod, ok } from '../../api/method.mts';
import { id, limit, time } from '../../api/params.mts';
import { compareIds } from '../../store/table.mts';
import { statsAnswer } from '../../wire/stats.mts';
import { byId, found } from './get.mts';
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
 * Link/GetStats: clicks of up to 5 links by period of the account's zone. Columns follow the request, or the
 * ids (F2). An unknown link is answered with the service's general code for what is not there, left out, or
 * has an empty column (F1).
 */
export const getStats = defineMethod('Link/GetStats', params, (given, context) => {
	const { store } = context;
	const { zone, freedoms } = store;
	const { dateFrom, dateTo } = given.criteria;
	if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo) {
		throw invalid({ 'criteria.dateTo': ['must not be before dateFrom'] });
	}
	const ids = freedoms.statsAscending ? given.ids.sort(compareIds) : given.ids;
	const links = ids.map((each) => byId(each, context));
	if (freedoms.statsUnknown === 'code2') links.forEach(found);
	const type = TYPES[given.type];
	const period = periodOf(type, zone, store.clock.now(), given.criteria);
	const places = links.filter((link) => link !== undefined || freedoms.statsUnknown !== 'leftOut');
	const columns = places.flatMap((link, place) =>
		link === undefined && freedoms.statsUnknown === 'leftOutInPlace'
			? []
			: {
					place,
					clicks: countByLabel(type, zone, period, link?.clicks ?? []),
					redirects: countByLabel(type, zone, period, link?.redirects ?? []),
				},
	);
	return ok(statsAnswer(labelsOf(type, period), columns, context));
});
