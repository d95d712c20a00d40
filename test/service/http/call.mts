import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CODES } from '../api/failure.mts';
import type { Result } from '../api/method.mts';
import type { FaultKind } from '../faults.mts';
import { findMethod } from '../methods/index.mts';
import type { Service } from '../service.mts';
import type { CallRecord } from '../types.mts';
import { decodeForm, decodeQuery } from './decode.mts';
import { envelope } from './envelope.mts';
import { execute } from './execute.mts';
import { describe, strike, timeOf } from './strike.mts';

const TOO_OFTEN: Result = { code: CODES.tooOften, data: null, message: 'Called too often' };
const NOTHING: Result = { code: 0, data: { id: '1' } };

function record(service: Service, path: string, request: FastifyRequest): CallRecord {
	const rawBody = typeof request.body === 'string' ? request.body : '';
	const call: CallRecord = {
		id: service.nextCallId(),
		method: findMethod(path)?.name ?? path,
		query: decodeQuery(request.url),
		rawBody,
		params: decodeForm(request.headers['content-type'], rawBody),
		headers: request.headers,
		startedAt: Date.now(),
		at: service.clock.now(),
	};
	service.calls.push(call);
	return call;
}

function carryOut(service: Service, call: CallRecord): Result {
	const result = execute(call, service.keys, service.context(call));
	call.accepted = result.accepted;
	return result;
}

function resultFor(service: Service, call: CallRecord, fault: FaultKind | undefined): Result {
	if (fault === undefined || !('code' in fault)) return carryOut(service, call);
	if (timeOf(fault) === 'after') carryOut(service, call);
	return { code: fault.code, data: fault.data ?? null, message: fault.message };
}

const stopped = async (signal: AbortSignal): Promise<unknown> =>
	signal.aborted || (await once(signal, 'abort'));

/** Receives one API call: records it, lets faults strike, carries it out and answers it. */
export async function handleCall(
	service: Service,
	path: string,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const call = record(service, path, request);
	const { faults, clock, stopping } = service;
	const slept = (ms: number) => sleep(ms, undefined, { signal: stopping }).catch(() => undefined);
	const wait = async (delay: number | Promise<unknown>) =>
		typeof delay === 'number' ? await slept(delay) : await Promise.race([delay, stopped(stopping)]);
	// Hands the socket to nobody, for a service that stops or starts anew.
	const forget = (): FastifyReply => {
		reply.hijack().raw.destroy();
		return reply;
	};
	const spoil = (kind: FaultKind, result: Result): boolean => {
		const spoilt = strike(kind, reply, envelope(result, service.dialect));
		if (spoilt) call.endedAt = Date.now();
		return spoilt;
	};

	const refused = faults.refuses(call.method, clock.now());
	const fault = refused ? undefined : faults.take(call);
	if (refused) call.fault = 'rate limit';
	if (fault !== undefined) call.fault = describe(fault);
	const at = fault === undefined ? undefined : timeOf(fault);
	const before = at === 'after' ? undefined : fault;
	const after = at === 'after' ? fault : undefined;

	if (faults.delay > 0) await faults.inTurn(() => wait(faults.delay));
	if (before !== undefined && 'delay' in before) await wait(before.delay);
	if (stopping.aborted) return forget();
	if (typeof at === 'object') service.store.later(at.late, () => void carryOut(service, call));
	if (before !== undefined && spoil(before, NOTHING)) return reply;

	const result = refused ? TOO_OFTEN : resultFor(service, call, fault);

	if (after !== undefined && 'delay' in after) await wait(after.delay);
	if (stopping.aborted) return forget();
	if (after !== undefined && spoil(after, result)) return reply;

	call.code = result.code;
	if (service.keepAnswers) call.answer = result.data;
	call.endedAt = Date.now();
	return reply.type('application/json; charset=utf-8').send(envelope(result, service.dialect));
}
