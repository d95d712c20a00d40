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
import { onAbort } from './promises';
import { post, type Request } from './transport';

const METHOD = 'Link/List';

/** A real call, with the smallest page: OK only for the envelope of the service with code 0 and a list. */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data: credential = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const call = { method: METHOD, form: 'pagination[pageSize]=25', timeoutMs: 10_000 };
		const { body } = await post(requestOf(this, credential), accountFrom(credential), call);
		const data = readData(METHOD, openEnvelope(METHOD, body));
		// A response without data is an empty list to the nodes, but could be anybody's.
		if (data === undefined) throw new NoResponse(METHOD, 'garbled');
		listOf(METHOD, data);
		return { status: 'OK', message: 'The service accepted the API key' };
	} catch (fault) {
		return { status: 'Error', message: textOf(fault) };
	}
}

/** n8n's helper for tests knows no signal. */
const requestOf =
	(context: ICredentialTestFunctions, credential: ICredentialDataDecryptedObject): Request =>
	async (options, over) => {
		const response: IN8nHttpFullResponse = await context.helpers.request({
			...options,
			qs: { output: 'json', api: 'v1', apiKey: apiKeyOf(credential) },
			useStream: true,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
		});
		const { body } = response;
		if (isBody(body)) onAbort(over, () => body.destroy());
		return response;
	};

function textOf(fault: unknown): string {
	if (fault instanceof Refusal) return `${fault.message}. ${fault.hint ?? ''}`.trim();
	const described = describe(fault);
	return described
		? `${described.message}. ${described.description.split(' · Method: ', 1)[0]}`
		: '';
}
