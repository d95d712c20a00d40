import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import qs from 'qs';
import { CODES, ApiFailure, invalid } from '../api/failure.mts';
import type { Result, Context } from '../api/method.mts';
import type { At, FaultKind } from '../faults.mts';
import { findMethod, hasModule } from '../methods/index.mts';
import type { Service } from '../service.mts';
import type { CallRecord, Dialect } from '../types.mts';
import { sendVast } from './vast.mts';
import { oddRead, queued } from '../freedoms/queue.mts';

function carryOut(call: CallRecord, keys: string[], context: Context): Result {
	const method = findMethod(call.method);
	const { output, api, apiKey, ...stray } = call.query;
	if (!hasModule(call.method.split('/')[0]))
		throw new ApiFailure(CODES.unknownModule, 'Unknown module');
	if (method === undefined) throw new ApiFailure(CODES.unknownMethod, 'Unknown method');
	if (output !== 'json') throw new ApiFailure(CODES.unknownFormat, 'Unknown output format');
	if (api !== 'v1') throw new ApiFailure(CODES.unknownFormat, 'Unknown API version');
	if (!keys.includes(apiKey)) throw new ApiFailure(CODES.wrongKey, 'The API key is not accepted');
	const names = Object.keys(stray);
	if (names.length > 0) {
		throw invalid(Object.fromEntries(names.map((name) => [name, ['not in the query']])));
	}
	context.store.settle();
	const waiting = queued(method, call.params, context);
	if (waiting) return waiting;
	const result = method.call(call.params, context);
	// A question whose answer a fault takes away was not answered.
	if (call.fault !== undefined) return result;
	return oddRead(method, `${method.name} ${call.rawBody}`, context, result);
}

/**
 * Lets a failure become its result. Names of fields are dotted in recorded answers, nested on paper; where there are
 * none, both null and an empty list were seen.
 */
export function attempt(run: () => Result, dialect: Dialect): Result {
	try {
		return run();
	} catch (failure) {
		if (!(failure instanceof ApiFailure)) throw failure;
		const { code, message, fields } = failure;
		const nested = () => qs.parse(qs.stringify(fields), { allowDots: true });
		const forms = { observed: () => fields ?? null, documented: () => (fields ? nested() : []) };
		return { code, message, data: forms[dialect]() };
	}
}

function execute(call: CallRecord, keys: string[], context: Context): Result {
	const result = attempt(() => carryOut(call, keys, context), context.dialect);
	call.accepted = result.accepted;
	return result;
}

const TOO_OFTEN: FaultKind = { code: CODES.tooOften, message: 'Called too often' };
const NOTHING: Result = { code: 0, data: { id: '1' } };
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const JSON_TYPE = 'application/json; charset=utf-8';
const HTML = '<!DOCTYPE html><html><body><h1>Service temporarily unavailable</h1></body></html>';

type Request = FastifyRequest<{ Querystring: Record<string, string> }>;

/**
 * Decodes a form as PHP does: brackets nest, `ids[]` appends, a plain name given twice keeps the last value.
 * A body of any other type is not looked into, so that its parameters are missing.
 */
function decodeForm(contentType: string | undefined, body: string): Record<string, unknown> {
	if (!FORM.test(contentType ?? '')) return {};
	return qs.parse(body, {
		duplicates: 'last',
		arrayLimit: 100_000,
		parameterLimit: 100_000,
		plainObjects: true,
	});
}

function record(service: Service, path: string, request: Request): CallRecord {
	const rawBody = typeof request.body === 'string' ? request.body : '';
	const call: CallRecord = {
		method: findMethod(path)?.name ?? path,
		query: { ...request.query },
		rawBody,
		params: decodeForm(request.headers['content-type'], rawBody),
		headers: request.headers,
		startedAt: Date.now(),
	};
	service.calls.push(call);
	return call;
}

/** The answer's text. Like the live service, the observed dialect writes every slash as `\/`. */
function envelope({ code, data, message = '' }: Result, dialect: Dialect): string {
	const text = JSON.stringify({ code, data, message });
	return dialect === 'observed' ? text.replaceAll('/', '\\/') : text;
}

/** When a fault strikes. */
const timeOf = (kind: FaultKind): At =>
	'drop' in kind ? kind.drop : (('at' in kind ? kind.at : undefined) ?? 'before');

/** Spoils an answer, given as its text. @returns false when this kind of fault leaves it alone */
function spoil(kind: FaultKind, reply: FastifyReply, answer: string, stopping: AbortSignal) {
	const send = (body: string, type = JSON_TYPE) => void reply.type(type).send(body);
	if ('drop' in kind) reply.hijack().raw.destroy();
	else if ('hang' in kind) reply.hijack();
	else if ('vast' in kind) sendVast(kind.vast, reply, stopping);
	else if ('truncated' in kind) send(answer.slice(0, Math.ceil(answer.length / 2)));
	else if ('empty' in kind) send('');
	else if ('html' in kind) send(HTML, 'text/html');
	else if ('status' in kind) {
		if (kind.location !== undefined) reply.header('Location', kind.location);
		reply.code(kind.status);
		send(kind.body ?? HTML, 'text/html');
	} else return false;
	return true;
}

/** Receives one API call: records it, lets faults strike, carries it out and answers it. */
export async function handleCall(
	service: Service,
	path: string,
	request: Request,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const call = record(service, path, request);
	const { faults, stopping } = service;
	const carryOut = () => execute(call, service.keys, service.context(call));
	const stopped = async () => stopping.aborted || (await once(stopping, 'abort'));
	const slept = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
	/** @returns true when there is no more to answer: all is spoilt, or the service stops or starts anew meanwhile */
	const strikes = async (kind: FaultKind | undefined, result: Result): Promise<boolean> => {
		if (kind !== undefined && 'delay' in kind) {
			const { delay } = kind;
			await (typeof delay === 'number' ? slept(delay) : Promise.race([delay, stopped()]));
		}
		if (stopping.aborted) {
			reply.hijack().raw.destroy();
			return true;
		}
		const isSpoilt = kind && spoil(kind, reply, envelope(result, service.dialect), stopping);
		if (isSpoilt) call.endedAt = Date.now();
		return isSpoilt === true;
	};

	const refused = faults.refuses(call.method, service.now());
	const fault = refused ? TOO_OFTEN : faults.take(call);
	if (fault !== undefined) call.fault = refused ? 'rate limit' : JSON.stringify(fault);
	const at = fault && timeOf(fault);
	const [before, after] = at === 'after' ? [undefined, fault] : [fault, undefined];

	if (faults.delay > 0) await slept(faults.delay);
	if (typeof at === 'object' && !stopping.aborted)
		service.store.later(at.late, () => void carryOut());
	if (await strikes(before, NOTHING)) return reply;

	const told = fault && 'code' in fault ? { data: null, ...fault } : undefined;
	const done = before && told ? told : carryOut();
	const result = told ?? done;
	if (await strikes(after, result)) return reply;

	call.code = result.code;
	call.endedAt = Date.now();
	return reply.type(JSON_TYPE).send(envelope(result, service.dialect));
}
