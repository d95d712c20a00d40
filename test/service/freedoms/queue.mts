import { CODES } from '../api/failure.mts';
import type { ApiMethod, Context, Result } from '../api/method.mts';
import { valuesOf } from '../wire/rows.mts';
import { oneOf } from './random.mts';

const WRITES = new Set(['Link/Create', 'Link/Update', 'Link/Delete', 'Message/SendSmsMessage']);
const FORMS = ['empty', 'noItems', 'queued'] as const;

/** Code 100: the call waits its turn, and all that the caller gets is the number of a task. */
const taskOf = ({ store, dialect }: Context): Result => ({
	code: CODES.queued,
	data: valuesOf(dialect, store).integer(store.nextTask()),
});

/** F5: the answer to a call that is queued; undefined when it is not. */
export function queued(method: ApiMethod, params: unknown, context: Context): Result | undefined {
	const { queuedShare, queuedWrites } = context.store.freedoms;
	if (queuedShare === 0 || context.random() >= queuedShare) return undefined;
	if (WRITES.has(method.name) && queuedWrites === 'later') {
		context.later(2_000, () => method.call(params, context));
	}
	return taskOf(context);
}

const withoutItems = (data: unknown): unknown =>
	typeof data === 'object' && data !== null && 'items' in data ? { ...data, items: [] } : [];

/**
 * F13: lets one read out of many come out empty or queued. The same question asked again is answered truly,
 * so that who asks twice learns the truth.
 * @param question what tells one question from another
 */
export function oddRead({ name }: ApiMethod, question: string, context: Context, result: Result) {
	const { oddReads, oddReadsAre } = context.store.freedoms;
	const { random, oddBefore } = context;
	if (oddReads === 0 || WRITES.has(name)) return result;
	if (oddBefore.delete(question) || random() >= oddReads) return result;
	oddBefore.add(question);
	const form = oddReadsAre === 'any' ? oneOf(random, FORMS) : oddReadsAre;
	if (form === 'queued') return taskOf(context);
	const data = form === 'empty' ? oneOf(random, [[], null, '']) : withoutItems(result.data);
	return { ...result, data };
}
