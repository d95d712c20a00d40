import { jsonParse, type IDataObject } from 'n8n-workflow';

import { NoResponse, ServiceRefusal } from './faults';
import { CODES } from './resultCodes';
import { isRecord, number, plain, type Row } from './wire';

/** Bytes of a response that are read, once unpacked. Long lists have less than a hundredth of it. */
const MOST_BYTES = 16 * 1024 * 1024;

/** All that works on a response later relies on these. */
const MOST_LEVELS = 50;
const MOST_VALUES = 1_000_000;
/** In one list or record: a campaign has all its links in one response. */
const MOST_IN_ONE = 100_000;

/** Shorter ones are in JavaScript's safe range. */
const LONG_NUMBER = 16;

/** A response as it comes, in pieces. */
export interface Body extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

export const isBody = (value: unknown): value is Body =>
	isRecord(value) && typeof value.destroy === 'function';

/** Reads no more of a response than any of the service has. */
export async function readText(method: string, body: Body): Promise<string> {
	const decoder = new TextDecoder();
	let text = '';
	let bytes = 0;
	// To leave the loop early closes the connection.
	for await (const piece of body) {
		bytes += piece.length;
		if (bytes > MOST_BYTES) throw new NoResponse(method, 'tooLarge', 'more than 16 MB');
		text += decoder.decode(piece, { stream: true });
	}
	return text + decoder.decode();
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;

const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** `+ - . E e`, which stand in numbers beside the digits. */
const isOfNumber = (code: number): boolean =>
	isDigit(code) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;

/**
 * Judges the text of a JSON response. Each character is looked at once, so nothing that a stranger sends takes
 * long, and what comes out can be parsed and walked through safely.
 *
 * @returns the text; integers that JSON.parse would change are in quotes
 * @throws NoResponse for one that is larger than any of the service, or is no JSON object
 */
export function checkedText(method: string, text: string): string {
	const begin = text.trimStart()[0];
	if (begin !== '{') throw new NoResponse(method, begin === '<' ? 'html' : 'garbled');
	const tooLarge = (what: string) => new NoResponse(method, 'tooLarge', what);
	const parts: string[] = [];
	let [kept, levels, values] = [0, 0, 0];
	/** Commas and long numbers of the list or record that is open on each level. */
	const sizes = [0];
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === QUOTE) {
			at = endOfText(text, at);
		} else if (isOfNumber(code)) {
			let end = at + 1;
			while (end < text.length && isOfNumber(text.charCodeAt(end))) end++;
			if (end - at >= LONG_NUMBER) {
				const number = text.slice(at, end);
				values++;
				sizes[levels]++;
				parts.push(text.slice(kept, at), isChanged(number) ? `"${number}"` : number);
				kept = end;
			}
			at = end - 1;
		} else if (isClosing(code)) {
			levels--;
		} else if (isOpening(code) || code === COMMA) {
			values++;
			if (code === COMMA) sizes[levels]++;
			else sizes[++levels] = 0;
		}
		if (levels > MOST_LEVELS) throw tooLarge(`more than ${MOST_LEVELS} levels`);
		if (sizes[levels] >= MOST_IN_ONE) throw tooLarge('more than 100,000 values');
		if (values > MOST_VALUES) throw tooLarge('more than 1,000,000 values');
	}
	return parts.join('') + text.slice(kept);
}

/** @returns where the quote that ends it stands, or the end of the response */
function endOfText(text: string, begin: number): number {
	let at = begin + 1;
	while (at < text.length && text.charCodeAt(at) !== QUOTE)
		at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
	return at;
}

/** JSON.parse would change an id that is a number past the safe range. */
const isChanged = (number: string): boolean =>
	/^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number));

/** Code 100, which is no refusal: the call waits in the background of the service, as this task. */
export class Queued {
	constructor(readonly task: unknown) {}
}

const LONGEST_ID = 100;

/** The output of a write that waits in the service's queue: neither done nor refused. */
export const queuedOutput = ({ task }: Queued): IDataObject => ({
	queued: true,
	taskId: number(plain(task).slice(0, LONGEST_ID)),
});

/**
 * The envelope comes with HTTP 200 whatever happened.
 *
 * @returns the data of code 0; for code 100 a `Queued`
 * @throws ServiceRefusal for any other code; NoResponse for what is no envelope
 */
export function openEnvelope(method: string, body: string): unknown {
	const parsed = jsonParse<unknown>(body, { fallbackValue: '' });
	const { code: given, data, message }: Row = isRecord(parsed) ? parsed : {};
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
