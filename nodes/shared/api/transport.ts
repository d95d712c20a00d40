import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	IN8nHttpFullResponse,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { wellFormed } from '../input/parse';
import { CREDENTIAL, type Account } from './account';
import { checkedText, isBody, readText } from './response';
import { causes, isBlocked, UNTRUSTED, wasNeverSent } from './beforeSending';
import { NoResponse } from './faults';
import { inTime } from './promises';

export type NodeContext =
	IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** Makes a request, and closes its connection when `over` is aborted. The credential adds key, format and version. */
export type Request = (
	options: IHttpRequestOptions,
	over: AbortSignal,
) => Promise<IN8nHttpFullResponse>;

export interface HttpCall {
	/** `Module/Method`, as the specification writes it. */
	method: string;
	form: string;
	/** Until the response begins; until it has come, twice as long. */
	timeoutMs: number;
	/** Cuts off a call in flight. Never for writes: one that is cut off may have been carried out. */
	signal?: AbortSignal;
}

/**
 * POST to `{baseUrl}/service/<Module>/<Method>`. However it ends, the connection is closed.
 *
 * @returns the body of a 2xx response, without the key, and by how many ms the service's clock is ahead of n8n's, as its
 * `Date` header says when the response begins: the body may take a minute more
 * @throws NoResponse when there is no such body
 */
export async function post(
	request: Request,
	account: Account,
	{ method, form, timeoutMs, signal }: HttpCall,
): Promise<{ body: string; aheadMs: number }> {
	const over = new AbortController();
	const answered = async () => {
		const options: IHttpRequestOptions = {
			method: 'POST',
			url: `${account.baseUrl}/service/${method}`,
			headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
			body: form,
			timeout: timeoutMs,
		};
		const response = await request(options, over.signal);
		const aheadMs = Date.parse(String(response.headers?.date)) - Date.now();
		return { body: await bodyOf(method, response, account), aheadMs };
	};
	try {
		return await inTime(answered(), 2 * timeoutMs, signal);
	} catch (error) {
		throw signal?.aborted ? new NoResponse(method, 'cancelled') : noResponse(method, error);
	} finally {
		over.abort();
	}
}

/** Status codes and redirects are not left to the helper of n8n, which would send a call again. */
export const requestBy =
	(context: NodeContext, { credential: data }: Account): Request =>
	async (options, over) => {
		const request = context.helpers.httpRequestWithAuthentication;
		const whole: IHttpRequestOptions = {
			...options,
			// n8n's helper would take in and unpack a response of any size.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
		// Otherwise n8n reads it from its database for each call.
		const credentialsDecrypted = { id: '', name: '', type: CREDENTIAL, data };
		const ended = withSignal(context, over);
		return await request.call(ended, CREDENTIAL, whole, { credentialsDecrypted });
	};

/** n8n's helper ties every request to the execution's cancel signal, so it gets another one here. */
const withSignal = (context: NodeContext, signal: AbortSignal): NodeContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } });

/**
 * @returns the body of a 2xx response without the key
 * @throws NoResponse for any other status, and for a body that is none of the service; what the connection throws
 */
async function bodyOf(
	method: string,
	{ statusCode: status, headers, body }: IN8nHttpFullResponse,
	account: Account,
): Promise<string> {
	if (status >= 300 && status < 400) {
		const [address] = String(headers?.location ?? '').split(/[?#]|\/service\//i, 1);
		throw new NoResponse(method, 'redirect', account.withoutKey(address));
	}
	if (status < 200 || status >= 300) {
		throw new NoResponse(method, 'httpStatus', String(status));
	}
	// A simulated response, as n8n's evaluations give it, is no stream.
	const text = isBody(body) ? await readText(method, body) : asText(body);
	return account.withoutKey(checkedText(method, text));
}

const asText = (body: unknown): string =>
	typeof body === 'string' ? body : JSON.stringify(body ?? '');

/** Only the network code of a raw error is kept. Exported for its test. */
export function noResponse(method: string, error: unknown): NoResponse {
	if (error instanceof NoResponse) return error;
	if (isBlocked(error)) return new NoResponse(method, 'blocked');
	const codes = causes(error).map((cause) => cause.code);
	const code = codes.find((each) => typeof each === 'string') ?? 'UNKNOWN';
	if (wasNeverSent(error))
		return new NoResponse(method, UNTRUSTED.has(code) ? 'untrusted' : 'unreachable', code);
	const isTimeout = code === 'ECONNABORTED' || code === 'ETIMEDOUT';
	return new NoResponse(method, isTimeout ? 'timeout' : 'lost', code);
}

export type FormValue =
	string | number | null | undefined | Array<string | number> | { [key: string]: FormValue };

/**
 * Parameters as `application/x-www-form-urlencoded` in the bracket syntax of PHP: `data[fullLink]=...`,
 * `ids[]=1&ids[]=2`. Null, undefined and empty lists and objects are left out; empty text is sent.
 */
export const encodeForm = (params: { [key: string]: FormValue }): string =>
	Object.entries(params)
		.flatMap(([name, value]) => fields(percentEncode(name), value))
		.join('&');

function fields(name: string, value: FormValue): string[] {
	if (value === null || value === undefined) return [];
	if (Array.isArray(value)) return value.flatMap((element) => fields(`${name}[]`, element));
	if (typeof value === 'object') {
		return Object.entries(value).flatMap(([key, inner]) =>
			fields(`${name}[${percentEncode(key)}]`, inner),
		);
	}
	return [`${name}=${percentEncode(value)}`];
}

const percentEncode = (value: string | number): string =>
	encodeURIComponent(wellFormed(String(value)));
