import { ApiFailure, CODES } from '../api/failure.mts';
import type { Context, Result } from '../api/method.mts';

type Id = string | number;

/** F14: the code of a Delete; the documented dialect answers 0, the observed one the codes of bulk work. */
function codeOf(processed: Id[], notProcessed: Id[], { store, dialect }: Context): number {
	const { deleteUnknown } = store.freedoms;
	const byCode =
		deleteUnknown === 'code98or99' || (deleteUnknown === 'asIs' && dialect === 'observed');
	if (notProcessed.length === 0 || !byCode) return CODES.ok;
	return processed.length > 0 ? CODES.partlyDone : CODES.notDone;
}

/**
 * F14: refuses a batch with an unknown link as a whole, where the service does that.
 * @throws ApiFailure code 2
 */
export function checkBatch(ids: Iterable<string>, { store }: Context): void {
	if (store.freedoms.deleteUnknown !== 'code2') return;
	for (const id of ids) {
		if (store.links.get(id) === undefined) throw new ApiFailure(CODES.notFound, 'Link not found');
	}
}

/** F14: the answer of a Delete. What says nothing of what was not deleted is only answered when all was. */
export function deletionAnswer(processed: Id[], notProcessed: Id[], context: Context): Result {
	const code = codeOf(processed, notProcessed, context);
	const { deleteAnswer } = context.store.freedoms;
	if (deleteAnswer === 'onlyNotProcessed') return { code, data: { notProcessed } };
	if (deleteAnswer === 'both' || notProcessed.length > 0) {
		return { code, data: { processed, notProcessed } };
	}
	return { code, data: { emptyObject: {}, true: true, null: null }[deleteAnswer] };
}
