import { NoResponse, ServiceRefusal } from './faults';
import { CODES } from './resultCodes';

/** It comes with HTTP 200 whatever happened. */
interface Envelope {
	code: number;
	data: unknown;
	message: string;
}

/** Code 100, which is no refusal: the call waits in the background of the service, as this task. */
export class Queued {
	constructor(readonly task: unknown) {}
}

/**
 * @returns the data of code 0; for code 100 a `Queued`
 * @throws ServiceRefusal for any other code; NoResponse for what is no envelope
 */
export function openEnvelope(method: string, body: string): unknown {
	const envelope = parseEnvelope(body);
	if (!envelope) throw new NoResponse(method, 'garbled', '');
	if (envelope.code === CODES.success) return envelope.data;
	if (envelope.code === CODES.queued) return new Queued(envelope.data);
	throw new ServiceRefusal(method, envelope.code, envelope.message, envelope.data);
}

/** @throws ServiceRefusal with code 100: a read that waits in a queue has read nothing */
export function readData(method: string, data: unknown): unknown {
	if (data instanceof Queued) throw new ServiceRefusal(method, CODES.queued, '', data.task);
	return data;
}

/** @returns undefined when the text is not the envelope of the service */
function parseEnvelope(body: string): Envelope | undefined {
	const parsed = parseJson(body);
	if (!isRecord(parsed)) return undefined;
	// Only digits: to Number, also false, an empty list and blank text are the 0 of success.
	const code = plain(parsed.code);
	if (!/^-?\d+$/.test(code)) return undefined;
	return { code: Number(code), data: parsed.data, message: plain(parsed.message) };
}

/** A text or a number as text; anything else is none. */
export const plain = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function parseJson(body: string): unknown {
	try {
		return JSON.parse(body);
	} catch {
		return undefined;
	}
}

/** An object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
