import qs from 'qs';
import { ApiFailure, CODES, InvalidFields } from '../api/failure.mts';
import type { Context, Result } from '../api/method.mts';
import { oddRead, queued } from '../freedoms/queue.mts';
import { checkKey } from '../keys.mts';
import { findMethod, hasModule } from '../methods/index.mts';
import type { CallRecord, Dialect } from '../types.mts';

function carryOut(call: CallRecord, keys: string[], context: Context): Result {
	const method = findMethod(call.method);
	const { output, api, apiKey, ...stray } = call.query;
	if (!hasModule(call.method.split('/')[0]))
		throw new ApiFailure(CODES.unknownModule, 'Unknown module');
	if (method === undefined) throw new ApiFailure(CODES.unknownMethod, 'Unknown method');
	if (output !== 'json') throw new ApiFailure(CODES.unknownFormat, 'Unknown output format');
	if (api !== 'v1') throw new ApiFailure(CODES.unknownFormat, 'Unknown API version');
	checkKey(apiKey, keys);
	const names = Object.keys(stray);
	if (names.length > 0) {
		throw new InvalidFields(Object.fromEntries(names.map((name) => [name, ['not in the query']])));
	}
	context.store.settle();
	return (
		queued(method, call.params, context) ??
		oddRead(method, `${method.name} ${call.rawBody}`, context, method.call(call.params, context))
	);
}

/** Lets a failure become its result. Names of fields are dotted in recorded answers, nested on paper. */
export function attempt(run: () => Result, dialect: Dialect): Result {
	try {
		return run();
	} catch (failure) {
		if (!(failure instanceof ApiFailure)) throw failure;
		const { code, message, data } = failure;
		const nests = failure instanceof InvalidFields && dialect === 'documented';
		return {
			code,
			message,
			data: nests ? qs.parse(qs.stringify(data), { allowDots: true }) : data,
		};
	}
}

/** Carries out a call; every failure becomes its result code. */
export function execute(call: CallRecord, keys: string[], context: Context): Result {
	const result = attempt(() => carryOut(call, keys, context), context.dialect);
	call.accepted = result.accepted;
	return result;
}
