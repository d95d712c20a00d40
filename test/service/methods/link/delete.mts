import { z } from 'zod';
import { CODES } from '../../api/failure.mts';
import { defineMethod } from '../../api/method.mts';
import { id } from '../../api/params.mts';
import { valuesOf } from '../../wire/values.mts';

const params = z.strictObject({ ids: z.array(id).min(1) });

/**
 * Link/Delete. The specification names no code for links that were not there: the documented dialect
 * answers 0, the observed one the service's general codes for bulk work, 98 (partly) and 99 (not at all).
 */
export const remove = defineMethod('Link/Delete', params, ({ ids }, { store, dialect }) => {
	const { integer } = valuesOf(dialect, store.zone);
	const processed: Array<string | number> = [];
	const notProcessed: Array<string | number> = [];
	for (const each of new Set(ids)) {
		(store.links.remove(each) ? processed : notProcessed).push(integer(each));
	}
	const bulk = processed.length > 0 ? CODES.partlyDone : CODES.notDone;
	const code = notProcessed.length === 0 || dialect === 'documented' ? CODES.ok : bulk;
	return { code, data: { processed, notProcessed } };
});
