import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { startService, VAST, type FaultKind } from '../service/index.mts';
import { until } from '../until.mts';
import { harness } from './lib/harness.mts';

const h = harness();
const WRONG_KEY = 'WRONGKEYwrongkey0123456789WRONGKEY000777';

/** Runs the test that n8n runs when a credential is saved. */
async function check(change: ICredentialDataDecryptedObject = {}) {
	const { CredentialTestContext } = await import('n8n-core');
	const node = h.engine.loader.getNode('link').type;
	const test = 'methods' in node ? node.methods?.credentialTest?.testCredential : undefined;
	if (!test) throw new Error('the node has no credential test');
	const data = h.credential(change);
	const workflow = h.engine.workflowOf(h.node('link', 'link.getAll', {}, {}));
	const context = new CredentialTestContext(h.engine.additionalData(workflow, data));
	return await test.call(context, { id: '1', name: 'test', type: 'mobizonSmsApi', data });
}

test.each(['link', 'message'])('the %s node requires the credential, and tests it', (name) => {
	const { description } = h.engine.loader.getNode(name).type;
	const credentials = 'credentials' in description ? description.credentials : undefined;
	const own = { name: 'mobizonSmsApi', required: true, testedBy: 'testCredential' };
	expect(credentials).toEqual([expect.objectContaining(own)]);
});

test('a key that works: OK, by one harmless call', async () => {
	expect(await check()).toEqual({ status: 'OK', message: 'The service accepted the API key' });
	expect(h.methods()).toEqual(['Link/List']);
	const { apiKey } = h.credential();
	expect(h.service.calls[0].query).toEqual({ output: 'json', api: 'v1', apiKey });
	expect(h.service.calls[0].code).toBe(0);
});

test.each<[string, ICredentialDataDecryptedObject, string]>([
	['a wrong key', { apiKey: WRONG_KEY }, 'does not know the API key (code 8)'],
	['no key', { apiKey: '' }, 'does not know the API key (code 8)'],
	['no address', { baseUrl: '' }, '"Base URL" of the credential is not an http or https address'],
	['no zone', { timezone: 'Almaty' }, 'is not a time zone: "Almaty". A time zone is written as'],
])('%s', async (_, change, message) => {
	const { status, message: said } = await check(change);
	expect(status).toBe('Error');
	expect(said).toContain(message);
	expect(said).not.toContain(String(change.apiKey || h.credential().apiKey));
});

const MOVED = `https://example.com/service?apiKey=${WRONG_KEY}`;
const ECHO = { code: 15, message: `Bad ${WRONG_KEY}`, data: { key: [WRONG_KEY] } };

test.each<[string, FaultKind, string]>([
	['a blocked account', { code: 14 }, 'blocked or deleted (code 14)'],
	['a key without access', { code: 9 }, 'does not allow this call with this API key'],
	['the wrong server', { code: 13, data: 'api.mobizon.kz' }, '(code 13): use api.mobizon.kz'],
	[
		'a redirect, such as from http to https',
		{ status: 301, location: MOVED },
		'redirects to another address (https://example.com/service). If that is an address of the service, choose Other',
	],
	['an answer without data', { status: 200, body: '{"code":0}' }, 'not what this service sends'],
	['a record in place of a list', { code: 0, data: { token: 'x' } }, 'not what this service sends'],
	['a call that is queued', { code: 100, data: 7 }, 'queued the call instead of answering it'],
	['an answer too large', { vast: 'bomb' }, 'larger than any of this service'],
	['an answer that repeats the key', ECHO, 'its support. · The service says: Bad (API key)'],
])('%s is no success, though HTTP may say 200', async (_, kind, message) => {
	h.service.faults.add({ times: Infinity, kind });
	const { status, message: said } = await check({ apiKey: WRONG_KEY });
	expect(status).toBe('Error');
	expect(said).toContain(message);
	expect(said).not.toContain(WRONG_KEY);
	expect(h.service.calls).toHaveLength(1);
});

test.each<[string, FaultKind]>([
	['is silent', { hang: true }],
	['sends a byte now and then', { vast: 'slow' }],
])('a server that %s is given up in time', async (_, kind) => {
	const late = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
	h.service.faults.add({ kind });
	const checked = check();
	await until(() => h.service.calls.length === 1);
	late.abort();
	const message = 'The server did not answer in time (ETIMEDOUT). Try again later.';
	expect(await checked).toEqual({ status: 'Error', message });
	expect(timeout).toHaveBeenCalledWith(20_000);
	await until(() => VAST.open === 0);
});

test('a server that is not there', async () => {
	const gone = await startService();
	await gone.close();
	const message =
		'The server could not be reached (ECONNREFUSED). Check the server in the credential and the network of this n8n. The call did not go out.';
	expect(await check({ baseUrl: gone.url })).toEqual({ status: 'Error', message });
});

test('a key and an address that were pasted with what stood around them work, in the test and in a run', async () => {
	const { apiKey, baseUrl } = h.credential();
	const change = { apiKey: `\ufeff${apiKey}\u00a0\r\n`, baseUrl: ` ${baseUrl}/service/ ` };
	expect(await check(change)).toMatchObject({ status: 'OK' });
	const { error } = await h.run('link.getAll', {}, { credential: h.credential(change) });
	expect(error).toBeUndefined();
	expect(h.service.calls.map(({ query }) => query.apiKey)).toEqual([apiKey, apiKey]);
});
