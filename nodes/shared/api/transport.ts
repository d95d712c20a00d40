import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { CREDENTIAL, type Account } from './account';
import { causes, wasNeverSent } from './beforeSending';
import { encodeForm, type FormValue } from './encode';
import { NoAnswer } from './faults';
import { inTime } from './promises';

export type NodeContext =
	IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export interface HttpCall {
	/** `Module/Method`, as the specification writes it. */
	method: string;
	params: { [key: string]: FormValue };
	timeoutMs: number;
	/** Cuts off a call in flight. Never for writes: one that is cut off may have been carried out. */
	signal: AbortSignal | undefined;
}

/**
 * One HTTP POST to `{baseUrl}/service/<Module>/<Method>`; the credential adds key, format and version.
 *
 * Status codes are not left to n8n's helper: it would send a call again after a 401, and a message
 * must not go out twice. Redirects are not followed for the same reason.
 *
 * @returns the body of a 2xx answer, unparsed and without the key, and its `Date` header
 * @throws NoAnswer when there is no such body
 */
export async function post(
	context: NodeContext,
	account: Account,
	call: HttpCall,
): Promise<{ body: string; date: unknown }> {
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${account.baseUrl}/service/${call.method}`,
		headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
		body: encodeForm(call.params),
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		timeout: call.timeoutMs,
	};
	let answer: IN8nHttpFullResponse;
	try {
		const { httpRequestWithAuthentication: request } = context.helpers;
		const answered = request.call(withSignal(context, call.signal), CREDENTIAL, options);
		// The time-out of n8n's helper restarts with each byte: an answer that trickles in would never end.
		answer = await inTime(answered, 2 * call.timeoutMs, undefined);
	} catch (error) {
		throw noAnswer(call.method, error);
	}
	return { body: bodyOf(call.method, answer, account), date: answer.headers?.date };
}

/** n8n's helper ties every request to the execution's cancel signal, so it gets another one here. */
function withSignal(context: NodeContext, signal: AbortSignal | undefined): NodeContext {
	// Each request has its own: many listeners on one signal would look like a leak to Node.js.
	const own = signal && AbortSignal.any([signal]);
	return Object.create(context, { getExecutionCancelSignal: { value: () => own } });
}

/** @returns the body of a 2xx answer without the key. @throws NoAnswer for any other status */
export function bodyOf(method: string, answer: IN8nHttpFullResponse, account: Account): string {
	const status = answer.statusCode;
	if (status >= 300 && status < 400) {
		const [address] = String(answer.headers?.location ?? '').split(/[?#]/);
		throw new NoAnswer(method, 'redirect', account.withoutKey(address));
	}
	if (status < 200 || status >= 300) {
		throw new NoAnswer(method, 'httpStatus', String(status), retryAfter(answer));
	}
	const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? '');
	return account.withoutKey(body);
}

function retryAfter(answer: IN8nHttpFullResponse): number | undefined {
	const seconds = Number(answer.headers?.['retry-after']);
	return seconds > 0 ? seconds * 1000 : undefined;
}

/** The fault of a failed request; exported for its test. Only the network code is kept. */
export function noAnswer(method: string, error: unknown): NoAnswer {
	const code = networkCode(error);
	if (code === 'ERR_CANCELED') return new NoAnswer(method, 'cancelled', code);
	if (wasNeverSent(error)) return new NoAnswer(method, 'unreachable', code);
	const isTimeout = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	return new NoAnswer(method, isTimeout ? 'timeout' : 'lost', code);
}

/** The network code inside n8n's wrappers. */
function networkCode(error: unknown): string {
	const code = causes(error).find((cause) => typeof cause.code === 'string')?.code;
	return typeof code === 'string' ? code : 'UNKNOWN';
}
