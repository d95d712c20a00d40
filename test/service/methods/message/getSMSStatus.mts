import { z } from 'zod';
import { ApiFailure, CODES } from '../../api/failure.mts';
import { defineMethod, ok } from '../../api/method.mts';
import { id, limit, list } from '../../api/params.mts';
import { listAnswer } from '../../freedoms/lists.mts';
import { compareIds } from '../../store/table.mts';
import { reportRow } from '../../wire/rows.mts';
import { replicaFor } from './select.mts';

const ids = list(id).refine((given) => given.length <= 100, limit('at most 100 ids'));

const params = z.strictObject({
	// An empty text is no identifier at all, rather than a wrong one.
	ids: z.preprocess((given) => (given === '' ? undefined : given), ids.optional()),
});

/**
 * Message/GetSMSStatus: a bare list, whatever the form of ids. Unknown ids are left out. The list is in
 * order of id, not of the request: nothing promises that order.
 */
export const getSMSStatus = defineMethod('Message/GetSMSStatus', params, (given, context) => {
	if (given.ids === undefined || given.ids.length === 0) {
		throw new ApiFailure(CODES.notFound, 'No message identifiers given');
	}
	const wanted = [...new Set(given.ids)].sort(compareIds);
	const replica = replicaFor(context) ?? ((message) => message);
	const rows = wanted.flatMap((each) => {
		const message = context.store.messages.get(each);
		return message === undefined ? [] : [reportRow(replica(message), context)];
	});
	return ok(listAnswer(rows, context));
});
