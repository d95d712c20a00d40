import type { JsonObject, NodeApiError } from 'n8n-workflow';

import { isRecord, plain } from './wire';
import { NO_RESPONSE, NoResponse, ServiceRefusal } from './faults';
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
	if (fault instanceof NoResponse) {
		const { method, kind, detail } = fault;
		const { message, advice: usual } = NO_RESPONSE[kind];
		return {
			message: detail ? `${message} (${cut(detail)})` : message,
			description: `${advice ?? usual} · Method: ${method}`,
			failure: { cause: 'temporarily-unavailable' },
			facts: { method, kind },
		};
	}
	if (!(fault instanceof ServiceRefusal)) return undefined;
	const { method, code, said, data } = fault;
	const known = resultCode(code);
	const meaning = known?.meaning ?? 'The service refused the call';
	const details = code === CODES.wrongHost ? rightHost(data) : fieldsOf(fault);
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

/** All items of a call share its fault, whose data may be large. */
const shown = new WeakMap<ServiceRefusal, string>();

function fieldsOf(fault: ServiceRefusal): string {
	let text = shown.get(fault);
	if (text !== undefined) return text;
	const fields: string[] = [];
	for (const field of fieldsIn(fault.data, '')) if (fields.push(field) === SHOWN_FIELDS) break;
	shown.set(fault, (text = fields.join('; ')));
	return text;
}

/** The host in `data` of code 13, if it looks like one. */
function rightHost(data: unknown): string {
	const host = [isRecord(data) ? Object.values(data) : data].flat().find(isText) ?? '';
	return /^[\w.:/-]{1,100}$/.test(host) ? `use ${host}` : '';
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** An error that is kept with the execution must not be as long as the response. */
const SHOWN_CHARACTERS = 500;
const SHOWN_FIELDS = 20;

/** At most 500 characters. */
const cut = (text: string): string =>
	text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}...` : text;

/** `{ "data.fullLink": ["Invalid"] }` or its nested form, as `data.fullLink: Invalid`. */
function* fieldsIn(value: unknown, path: string): Generator<string> {
	if (isRecord(value)) {
		for (const key of Object.keys(value))
			yield* fieldsIn(value[key], cut(path ? `${path}.${key}` : key));
		return;
	}
	const isList = Array.isArray(value);
	const all: unknown[] = isList ? value : [value];
	const texts = cut(all.map(plain).filter(Boolean).join(', '));
	if (texts && (isList || path)) yield path ? `${path}: ${texts}` : texts;
	for (const part of all) if (isRecord(part)) yield* fieldsIn(part, path);
}
