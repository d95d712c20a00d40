import type { JsonObject, NodeApiError } from 'n8n-workflow';

import { isRecord, plain } from './wire';
import { NoResponse, ServiceRefusal, type NoResponseKind } from './faults';
import { CODES, resultCode } from './resultCodes';

export interface Description {
	message: string;
	description: string;
	failure?: NodeApiError['failure'];
	facts: JsonObject;
}

/**
 * The words for the fault of a call.
 *
 * @param advice replaces the usual advice on what to do
 * @returns undefined for any other fault
 */
export function describe(fault: unknown, advice?: string): Description | undefined {
	if (fault instanceof ServiceRefusal) return describeRefusal(fault, advice);
	if (fault instanceof NoResponse) return describeNoResponse(fault, advice);
	return undefined;
}

/** With the fields that `data` names. */
function describeRefusal(
	{ method, code, said, data }: ServiceRefusal,
	advice?: string,
): Description {
	const known = resultCode(code);
	const meaning = known?.meaning ?? 'The service refused the call';
	const details =
		code === CODES.wrongHost
			? rightHost(data)
			: fieldsIn(data, '').slice(0, SHOWN_FIELDS).join('; ');
	const sentences = [
		advice ?? known?.advice ?? 'The documentation of the service does not explain this code.',
		said && `The service says: ${cut(said)}`,
		`Method: ${method}`,
	];
	return {
		message: `${meaning} (code ${code})${details ? `: ${details}` : ''}`,
		description: sentences.filter(Boolean).join(' · '),
		failure: known?.cause && { cause: known.cause },
		facts: { method, resultCode: code },
	};
}

const NO_RESPONSE: Record<NoResponseKind, { message: string; advice: string }> = {
	unreachable: {
		message: 'The server could not be reached',
		advice:
			'Check the server in the credential and the network of this n8n. The call did not go out.',
	},
	untrusted: {
		message: 'The certificate of the server is not trusted',
		advice:
			'Check the server in the credential, and the clock of this n8n. If a proxy on the way has certificates of its own, name the file of its authority in NODE_EXTRA_CA_CERTS of n8n. The call did not go out.',
	},
	cancelled: {
		// n8n knows a cancelled execution from a failed one by the word in brackets.
		message: 'The execution was stopped (canceled)',
		advice: 'The response was not waited for.',
	},
	lost: {
		message: 'The connection broke before the response came',
		advice: 'Check the network of this n8n, and try again.',
	},
	timeout: { message: 'The server did not answer in time', advice: 'Try again later.' },
	httpStatus: {
		message: 'The server answered with an HTTP status instead of a result',
		advice:
			'Check the server in the credential. With a status of 429, or of 500 and above, try again later.',
	},
	html: {
		message: 'A web page came back instead of a response of the service',
		advice: 'Check the server in the credential, and whether a proxy is in between.',
	},
	garbled: {
		message: 'The response is not what this service sends',
		advice:
			'It may have been cut off on the way. Check the server in the credential, and try again.',
	},
	tooLarge: {
		message: 'The response is larger than any of this service',
		advice: 'Check the server in the credential, and whether a proxy is in between.',
	},
	incomplete: {
		message: 'The service does not show the whole list',
		advice:
			'It shows fewer rows than it counts, or other rows each time that it is asked. Try again later, or ask for fewer with filters. Get Many can also have a Limit of up to 100, or take what there is: Accept Incomplete List in its options.',
	},
	redirect: {
		message: 'The server redirects to another address',
		advice:
			'If that is an address of the service, choose Other as the Server in the credential, and enter it as Base URL. If not, a login page or a proxy is in between. Redirects are not followed, so that nothing is sent twice.',
	},
};

function describeNoResponse({ method, kind, detail }: NoResponse, advice?: string): Description {
	const { message, advice: usual } = NO_RESPONSE[kind];
	return {
		message: detail ? `${message} (${cut(detail)})` : message,
		description: `${advice ?? usual} · Method: ${method}`,
		failure: { cause: 'temporarily-unavailable' },
		facts: { method, kind },
	};
}

/** The host in `data` of code 13, if it looks like one. */
function rightHost(data: unknown): string {
	const host = isRecord(data) ? Object.values(data).find(isText) : data;
	return isText(host) && /^[\w.:/-]{1,100}$/.test(host) ? `use ${host}` : '';
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** An error that is kept with the execution must not be as long as the response. */
const SHOWN_CHARACTERS = 500;
const SHOWN_FIELDS = 20;

/** At most 500 characters. */
const cut = (text: string): string =>
	text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text;

/** `{ "data.fullLink": ["Invalid"] }` or its nested form, as `data.fullLink: Invalid`. */
function fieldsIn(value: unknown, path: string): string[] {
	if (isRecord(value)) {
		const fields = Object.entries(value);
		return fields.flatMap(([key, inner]) => fieldsIn(inner, cut(path ? `${path}.${key}` : key)));
	}
	const isList = Array.isArray(value);
	const all: unknown[] = isList ? value : [value];
	const texts = cut(all.map(plain).filter(Boolean).join(', '));
	const own = texts && (isList || path) ? [path ? `${path}: ${texts}` : texts] : [];
	return [...own, ...all.filter(isRecord).flatMap((part) => fieldsIn(part, path))];
}
