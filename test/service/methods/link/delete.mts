import { z } from 'zod';
import { CODES } from '../../api/failure.mts';
import { defineMethod, type Context } from '../../api/method.mts';
import { id as identifier } from '../../api/params.mts';
import { keyed } from '../../freedoms/lists.mts';
import type { Freedoms } from '../../freedoms/switches.mts';
import { valuesOf } from '../../wire/rows.mts';
import { found } from './get.mts';

const params = z.strictObject({ ids: z.array(identifier).min(1) });

/**
 * F14. The specification names no code for links that were not there: the documented dialect answers 0, the
 * observed one the service's general codes for bulk work, 98 (partly) and 99 (not at all).
 */
function codeOf(processed: unknown[], notProcessed: unknown[], { store, dialect }: Context) {
	const { deleteUnknown } = store.freedoms;
	const byCode =
		deleteUnknown === 'code98or99' || (deleteUnknown === 'asIs' && dialect === 'observed');
	if (notProcessed.length === 0 || !byCode) return CODES.ok;
	return processed.length > 0 ? CODES.partlyDone : CODES.notDone;
}

/** F31: a list of ids, or what stands in its place. */
const asTold = (ids: unknown[], form: Freedoms['deleteProcessed']): unknown =>
	({
		asIs: ids,
		emptyList: [],
		null: null,
		emptyText: '',
		false: false,
		count: ids.length,
		countText: String(ids.length),
		text: ids.join(','),
		keyed: keyed(ids),
	})[form];

/** Link/Delete. F14: an answer that says nothing of what was not deleted is only given when all was. */
export const remove = defineMethod('Link/Delete', params, ({ ids }, context) => {
	const { store, dialect } = context;
	const { deleteUnknown, deleteAnswer } = store.freedoms;
	if (deleteUnknown === 'code2') ids.forEach((each) => found(store.links.get(each)));
	const { id } = valuesOf(dialect, store);
	const processed: unknown[] = [];
	const notProcessed: unknown[] = [];
	for (const each of new Set(ids)) {
		(store.links.remove(each, store.clock.now()) ? processed : notProcessed).push(id(each));
	}
	const code = codeOf(processed, notProcessed, context);
	const told = {
		processed: asTold(processed, store.freedoms.deleteProcessed),
		notProcessed: asTold(notProcessed, store.freedoms.deleteNotProcessed),
	};
	if (deleteAnswer === 'onlyNotProcessed')
		return { code, data: { notProcessed: told.notProcessed } };
	if (deleteAnswer === 'both' || notProcessed.length > 0) return { code, data: told };
	return { code, data: { emptyObject: {}, true: true, null: null }[deleteAnswer] };
});
