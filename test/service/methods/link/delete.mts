import { z } from 'zod';
import { defineMethod } from '../../api/method.mts';
import { id as identifier } from '../../api/params.mts';
import { checkBatch, deletionAnswer } from '../../freedoms/deletion.mts';
import { valuesOf } from '../../wire/values.mts';

const params = z.strictObject({ ids: z.array(identifier).min(1) });

/**
 * Link/Delete. The specification names no code for links that were not there: the documented dialect
 * answers 0, the observed one the service's general codes for bulk work, 98 (partly) and 99 (not at all).
 */
export const remove = defineMethod('Link/Delete', params, ({ ids }, context) => {
	const { store, dialect } = context;
	const { id } = valuesOf(dialect, store);
	const processed: Array<string | number> = [];
	const notProcessed: Array<string | number> = [];
	checkBatch(ids, context);
	for (const each of new Set(ids)) {
		(store.links.remove(each, store.clock.now()) ? processed : notProcessed).push(id(each));
	}
	return deletionAnswer(processed, notProcessed, context);
});
