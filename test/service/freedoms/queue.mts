import { CODES } from '../api/failure.mts';
import type { ApiMethod, Context, Result } from '../api/method.mts';
import { valuesOf } from '../wire/values.mts';

const WRITES = new Set(['Link/Create', 'Link/Update', 'Link/Delete', 'Message/SendSmsMessage']);

export const isWrite = (method: string): boolean => WRITES.has(method);

/** Code 100: the call waits its turn, and all that the caller gets is the number of a task. */
export const taskOf = ({ store, dialect }: Context): Result => ({
	code: CODES.queued,
	data: valuesOf(dialect, store).integer(store.nextTask()),
});

/** F5: the answer to a call that is queued; undefined when it is not. */
export function queued(method: ApiMethod, params: unknown, context: Context): Result | undefined {
	const { queuedShare, queuedMethods, queuedWrites, queuedFor } = context.store.freedoms;
	if (queuedMethods.length > 0 && !queuedMethods.includes(method.name)) return undefined;
	if (queuedShare === 0 || context.random() >= queuedShare) return undefined;
	if (isWrite(method.name) && queuedWrites === 'later') {
		context.later(queuedFor, () => method.call(params, context));
	}
	return taskOf(context);
}
