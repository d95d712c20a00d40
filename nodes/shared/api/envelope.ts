import { NoResponse, ServiceRefusal } from './faults';
import { CODES } from './resultCodes';

/** Code 100, which is no refusal: the call waits in the background of the service, as this task. */
export class Queued {
	constructor(readonly task: unknown) {}
}

/**
 * The envelope comes with HTTP 200 whatever happened.
 *
 * @returns the data of code 0; for code 100 a `Queued`
 * @throws ServiceRefusal for any other code; NoResponse for what is no envelope
 */
export function openEnvelope(method: string, body: string): unknown {
	const { code: given, data, message } = fieldsOf(body);
	// Only digits: to Number, also false, an empty list and blank text are the 0 of success.
	if (!/^-?\d+$/.test(plain(given))) throw new NoResponse(method, 'garbled');
	const code = Number(given);
	if (code === CODES.success) return data;
	if (code === CODES.queued) return new Queued(data);
	throw new ServiceRefusal(method, code, plain(message), data);
}

/** @throws ServiceRefusal with code 100: a read that waits in a queue has read nothing */
export function readData(method: string, data: unknown): unknown {
	if (data instanceof Queued) throw new ServiceRefusal(method, CODES.queued, '', data.task);
	return data;
}

/** A text or a number as text; anything else is none. */
export const plain = (value: unknown): string =>
	typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Of a text that is no JSON object, none. */
function fieldsOf(body: string): Record<string, unknown> {
	try {
		const parsed: unknown = JSON.parse(body);
		return isRecord(parsed) ? parsed : {};
	} catch {
		return {};
	}
}

/** An object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
