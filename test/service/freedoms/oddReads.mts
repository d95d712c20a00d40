import type { ApiMethod, Context, Result } from '../api/method.mts';
import { isWrite, taskOf } from './queue.mts';
import { oneOf } from './random.mts';

const FORMS = ['empty', 'noItems', 'queued'] as const;
const NOTHING = [[], null, ''] as const;

const withoutItems = (data: unknown): unknown =>
	typeof data === 'object' && data !== null && 'items' in data ? { ...data, items: [] } : [];

/**
 * F13: lets one read out of many come out empty or queued. The same question asked again is answered truly,
 * so that who asks twice learns the truth.
 * @param question what tells one question from another
 */
export function oddRead(
	method: ApiMethod,
	question: string,
	context: Context,
	result: Result,
): Result {
	const { oddReads, oddReadsAre } = context.store.freedoms;
	const { random, oddBefore } = context;
	if (oddReads === 0 || isWrite(method.name)) return result;
	if (oddBefore.delete(question) || random() >= oddReads) return result;
	oddBefore.add(question);
	const form = oddReadsAre === 'any' ? oneOf(random, FORMS) : oddReadsAre;
	if (form === 'queued') return taskOf(context);
	return { ...result, data: form === 'empty' ? oneOf(random, NOTHING) : withoutItems(result.data) };
}
