import { Readable } from 'node:stream';

import type { IExecuteFunctions } from 'n8n-workflow';

import { noResponse, post, requestBy } from '../../../nodes/shared/api/transport';

const account = { id: '', baseUrl: 'https://a.b', zone: 'UTC', credential: {}, withoutKey: String };
const call = { method: 'M/M', form: 'a=1', timeoutMs: 60_000, signal: undefined };

test('the request leaves nothing to n8n’s helper that could make a call twice, and hides the key', async () => {
	const asked: unknown[] = [];
	const context = {
		getExecutionCancelSignal: () => AbortSignal.abort(),
		helpers: {
			async httpRequestWithAuthentication(this: IExecuteFunctions, ...given: unknown[]) {
				const signal = this.getExecutionCancelSignal();
				asked.push(...given, signal);
				expect(signal?.aborted).toBe(false);
				return { statusCode: 200, headers: {}, body: '{"a":"the KEY"}' };
			},
		},
	};
	const withoutKey = (answer: string) => answer.replace('KEY', '(key)');
	const given = { ...call, timeoutMs: 7 };
	const answer = await post(
		requestBy(context as never, account),
		{ ...account, withoutKey },
		given,
	);
	expect(answer).toEqual({ body: '{"a":"the (key)"}', aheadMs: NaN });
	expect(asked).toEqual([
		'mobizonSmsApi',
		{
			method: 'POST',
			url: 'https://a.b/service/M/M',
			headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
			body: 'a=1',
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout: 7,
		},
		{ credentialsDecrypted: { id: '', name: '', type: 'mobizonSmsApi', data: {} } },
		// Not the one of the execution: that would cut a write off.
		expect.objectContaining({ aborted: true }),
	]);
});

test('how far the service’s clock is ahead is as its response begins, however long the body takes', async () => {
	let now = Date.UTC(2026, 2, 10, 7);
	jest.spyOn(Date, 'now').mockImplementation(() => now);
	async function* slow() {
		now += 50_000;
		yield await Promise.resolve(Buffer.from('{}'));
	}
	const headers = { date: 'Tue, 10 Mar 2026 07:00:03 GMT' };
	const request = async () =>
		await Promise.resolve({ statusCode: 200, headers, body: Readable.from(slow()) });
	const context = { helpers: { httpRequestWithAuthentication: request } };
	const answer = await post(requestBy(context as never, account), account, call);
	expect(answer).toEqual({ body: '{}', aheadMs: 3000 });
});

const coded = (code: string, syscall?: string) =>
	Object.assign(new Error(code), { code, ...(syscall && { syscall }) });

const wrapped = (cause: Error & { code: string }) =>
	new Error('n8n', { cause: Object.assign(new Error('axios', { cause }), { code: cause.code }) });

test.each([
	['unreachable', 'connect', ['ECONNREFUSED', 'EHOSTUNREACH', 'ECONNRESET', 'ETIMEDOUT']],
	['unreachable', 'getaddrinfo', ['ENOTFOUND']],
	['lost', 'read', ['EHOSTUNREACH', 'ECONNRESET', 'ECONNREFUSED']],
	['lost', 'write', ['ENETUNREACH', 'EPIPE', 'EPROTO']],
	['timeout', 'read', ['ETIMEDOUT']],
	['untrusted', undefined, ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'SELF_SIGNED_CERT_IN_CHAIN']],
	['untrusted', undefined, ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'UNABLE_TO_GET_ISSUER_CERT']],
	['untrusted', undefined, ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY']],
	// Alerts and faults of TLS come at any time, also after the request.
	['lost', undefined, ['EPROTO', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'EHOSTUNREACH']],
	['lost', undefined, ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_TLS_RENEGOTIATION_DISABLED']],
	['timeout', undefined, ['ECONNABORTED']],
])('%s: while the system did %s, %j', (kind, syscall, codes) => {
	for (const error of codes.map((code) => coded(code, syscall))) {
		for (const thrown of [error, wrapped(error)])
			expect(noResponse('M/M', thrown)).toMatchObject({ kind, detail: error.code });
	}
});

test.each([
	[['ETIMEDOUT', 'ETIMEDOUT'], 'connect', 'unreachable'],
	[['ETIMEDOUT', 'ETIMEDOUT'], 'read', 'timeout'],
])('several addresses, %j, the last while the system did %s: %s', (codes, syscall, kind) => {
	const all = [coded(codes[0], 'connect'), coded(codes[1], syscall)];
	const error = Object.assign(new AggregateError(all), { code: codes[0] });
	for (const thrown of [error, wrapped(error)]) expect(noResponse('M/M', thrown).kind).toBe(kind);
});

test.each([
	[{ connecting: true }, 'unreachable'],
	[{ connecting: false, secureConnecting: true }, 'unreachable'],
	[{ connecting: false, secureConnecting: false }, 'timeout'],
	[undefined, 'timeout'],
])('a time-out with the connection at %j: %s', (socket, kind) => {
	const late = Object.assign(coded('ECONNABORTED'), { request: { socket } });
	expect(noResponse('M/M', wrapped(late)).kind).toBe(kind);
});

test.each([[new Error('plain')], ['a text'], [undefined]])('%p has no code', (error) => {
	expect(noResponse('M/M', error)).toMatchObject({ kind: 'lost', detail: 'UNKNOWN' });
});
