import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IN8nHttpFullResponse,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { Refusal } from '../input/refusal';
import { accountFrom, apiKeyOf } from './account';
import { describe } from './describe';
import { openEnvelope } from './envelope';
import { bodyOf } from './transport';

/** A read that is open to every account, with the smallest page. */
const METHOD = 'Link/List';
const TIMEOUT_MS = 15_000;

/**
 * Tests the credential with a real call: OK only for the service's own envelope with code 0. On code
 * 13 the host that the service named is shown.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		openEnvelope(METHOD, await ask(this, credential.data ?? {}));
		return { status: 'OK', message: 'The service accepted the API key' };
	} catch (fault) {
		return { status: 'Error', message: textOf(fault) };
	}
}

async function ask(
	context: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): Promise<string> {
	const account = accountFrom(data);
	const answer: IN8nHttpFullResponse = await context.helpers.request({
		method: 'POST',
		uri: `${account.baseUrl}/service/${METHOD}`,
		qs: { output: 'json', api: 'v1', apiKey: apiKeyOf(data) },
		headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
		body: 'pagination[pageSize]=25',
		followRedirect: false,
		followAllRedirects: false,
		simple: false,
		resolveWithFullResponse: true,
		timeout: TIMEOUT_MS,
	});
	return bodyOf(METHOD, answer, account);
}

/** Raw network errors hold the key in their address: of those only the code is shown. */
function textOf(fault: unknown): string {
	const described = describe(fault);
	if (described) return `${described.message}. ${described.description.split(' · ')[0]}`;
	if (fault instanceof Refusal) return `${fault.message}. ${fault.hint ?? ''}`.trim();
	const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
	return `The server could not be reached${code ? ` (${code})` : ''}. Check the server in the credential.`;
}
