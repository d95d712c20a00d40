import { NoAnswer, ServiceRefusal } from './faults';
import { CODES } from './resultCodes';

/** The service's frame around every answer; it comes with HTTP 200 whatever happened. */
interface Envelope {
	code: number;
	data: unknown;
	message: string;
}

/** Code 100, which is no refusal: the call waits in the service's background, under the number of a task. */
export class Queued {
	readonly #task: unknown;

	constructor(task: unknown) {
		this.#task = task;
	}

	get task(): unknown {
		return this.#task;
	}
}

/**
 * Takes the data out of an answer.
 *
 * @returns the data of code 0; for code 100 a `Queued`, which as data is an object without fields
 * @throws ServiceRefusal for a result code other than 0 and 100
 * @throws NoAnswer when the body is not the service's envelope (a proxy's page, truncated JSON, nothing)
 */
export function openEnvelope(method: string, body: string): unknown {
	const envelope = parseEnvelope(body);
	if (!envelope)
		throw new NoAnswer(method, body.trimStart().startsWith('<') ? 'html' : 'garbled', '');
	if (envelope.code === CODES.success) return envelope.data;
	if (envelope.code === CODES.queued) return new Queued(envelope.data);
	throw new ServiceRefusal(method, envelope.code, envelope.message, envelope.data);
}

/** @returns undefined when the text is not the service's envelope. The code may be a numeric string. */
export function parseEnvelope(body: string): Envelope | undefined {
	const parsed = parseJson(body);
	if (!isRecord(parsed) || !('code' in parsed)) return undefined;
	// Only digits: to Number, also false, an empty list and blank text are the 0 of success.
	if (!/^-?\d+$/.test(String(parsed.code)) || typeof parsed.code === 'object') return undefined;
	const code = Number(parsed.code);
	return { code, data: parsed.data, message: String(parsed.message ?? '') };
}

function parseJson(body: string): unknown {
	try {
		return JSON.parse(LONG_NUMBER.test(body) ? withLongNumbersAsText(body) : body);
	} catch {
		return undefined;
	}
}

/** Most digits of a list stand in texts: numbers begin after something else than a quote. */
const LONG_NUMBER = /[^"\d]\d{16}/;

/** Texts and numbers in a JSON text. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;

/** JSON.parse would change an id that is a number past the safe range. */
const withLongNumbersAsText = (body: string): string =>
	body.replace(TOKENS, (token) =>
		/^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
	);

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
