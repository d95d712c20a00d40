import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { Refusal } from '../input/parse';
import { accountFrom, apiKeyOf } from './account';
import { isBody, openEnvelope, readData } from './response';
import { describe } from './describe';
import { NoResponse } from './faults';
import { listOf } from './list';
import { inTime, onAbort } from './promises';
import { bodyOf, noResponse } from './transport';

const METHOD = 'Link/List';
const TIMEOUT_MS = 15_000;

/** A real call, with the smallest page: OK only for the envelope of the service with code 0 and a list. */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const over = new AbortController();
	try {
		const asked = ask(this, credential.data ?? {}, over.signal);
		const body = await inTime(asked, TIMEOUT_MS);
		const data = readData(METHOD, openEnvelope(METHOD, body));
		// A response without data is an empty list to the nodes, but could be anybody's.
		if (data === undefined) throw new NoResponse(METHOD, 'garbled');
		listOf(METHOD, data);
		return { status: 'OK', message: 'The service accepted the API key' };
	} catch (fault) {
		return { status: 'Error', message: textOf(fault) };
	} finally {
		over.abort();
	}
}

/** The helper of n8n for tests knows no signal, so the response is closed here when the test is over. */
async function ask(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
	over: AbortSignal,
): Promise<string> {
	const account = accountFrom(data);
	const response: IN8nHttpFullResponse = await context.helpers.request({
		method: 'POST',
		uri: `${account.baseUrl}/service/${METHOD}`,
		qs: { output: 'json', api: 'v1', apiKey: apiKeyOf(data) },
		headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
		body: 'pagination[pageSize]=25',
		useStream: true,
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
		timeout: TIMEOUT_MS,
	});
	const { body } = response;
	if (isBody(body)) onAbort(over, () => body.destroy());
	return await bodyOf(METHOD, response, account);
}

/** Of raw network errors, which hold the key, only the code is shown. */
function textOf(fault: unknown): string {
	if (fault instanceof Refusal) return `${fault.message}. ${fault.hint ?? ''}`.trim();
	const described = describe(fault) ?? describe(noResponse(METHOD, fault));
	return described
		? `${described.message}. ${described.description.split(' · Method: ', 1)[0]}`
		: '';
}
