import { ApiFailure, CODES, InvalidFields } from '../api/failure.mts';
import type { Context, Result } from '../api/method.mts';
import { oddRead } from '../freedoms/oddReads.mts';
import { queued } from '../freedoms/queue.mts';
import { checkKey } from '../keys.mts';
import { findMethod, hasModule } from '../methods/index.mts';
import type { CallRecord, Dialect } from '../types.mts';
import { resultOf } from './envelope.mts';

const QUERY = new Set(['output', 'api', 'apiKey']);

function carryOut(call: CallRecord, keys: string[], context: Context): Result {
	const method = findMethod(call.method);
	const { output, api, apiKey } = call.query;
	if (!hasModule(call.method.split('/')[0]))
		throw new ApiFailure(CODES.unknownModule, 'Unknown module');
	if (method === undefined) throw new ApiFailure(CODES.unknownMethod, 'Unknown method');
	if (output !== 'json') throw new ApiFailure(CODES.unknownFormat, 'Unknown output format');
	if (api !== 'v1') throw new ApiFailure(CODES.unknownFormat, 'Unknown API version');
	checkKey(apiKey, keys);
	const stray = Object.keys(call.query).filter((name) => !QUERY.has(name));
	if (stray.length > 0) {
		throw new InvalidFields(Object.fromEntries(stray.map((name) => [name, ['not in the query']])));
	}
	context.store.settle();
	return (
		queued(method, call.params, context) ??
		oddRead(method, `${method.name} ${call.rawBody}`, context, method.call(call.params, context))
	);
}

/** Lets a failure become its result. */
export function attempt(run: () => Result, dialect: Dialect): Result {
	try {
		return run();
	} catch (failure) {
		if (failure instanceof ApiFailure) return resultOf(failure, dialect);
		throw failure;
	}
}

/** Carries out a call; every failure becomes its result code. */
export function execute(call: CallRecord, keys: string[], context: Context): Result {
	return attempt(() => carryOut(call, keys, context), context.dialect);
}
