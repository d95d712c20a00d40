/** Bytes of an answer that are read, once unpacked. Long lists have less than a hundredth of it. */
const MOST_BYTES = 16 * 1024 * 1024;

/** What the nodes take for an answer of the service. All that works on one later relies on these. */
const MOST_LEVELS = 50;
const MOST_VALUES = 100_000;
const LONGEST_TEXT = 1024 * 1024;

/** Shorter ones are in JavaScript's safe range. */
const LONG_NUMBER = 16;

/** An answer is of no use: it is larger than any of the service, or is no JSON object. */
export class Unreadable extends Error {
	constructor(
		readonly kind: 'tooLarge' | 'html' | 'garbled',
		message: string,
	) {
		super(message);
	}
}

const QUOTE = 34;
const BACKSLASH = 92;

const isSpace = (code: number): boolean => code <= 32 || code === 0xfeff;
const isOpening = (code: number): boolean => code === 91 || code === 123;
const isClosing = (code: number): boolean => code === 93 || code === 125;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** `+ - . E e`, which stand in numbers beside the digits. */
const isOfNumber = (code: number): boolean =>
	isDigit(code) || code === 43 || code === 45 || code === 46 || code === 69 || code === 101;

/**
 * The text of a JSON answer, judged piece by piece as it comes: each character is looked at once, so
 * that nothing which a stranger sends takes long. What comes out can be parsed and walked through safely.
 */
export class AnswerText {
	private readonly parts: string[] = [];

	private begun = false;

	private isText = false;

	private isEscaped = false;

	private length = 0;

	private levels = 0;

	private values = 0;

	/** The number that the last piece ended in. */
	private number = '';

	/** @throws Unreadable as soon as it is clear */
	add(piece: string): void {
		let kept = 0;
		for (let at = 0; at < piece.length; at++) {
			const code = piece.charCodeAt(at);
			if (this.isText) {
				this.inText(code);
				continue;
			}
			if (!this.begun) this.begin(code);
			if (!isOfNumber(code)) {
				if (this.number !== '') this.endNumber();
				this.between(code);
				continue;
			}
			let end = at + 1;
			while (end < piece.length && isOfNumber(piece.charCodeAt(end))) end++;
			// Most numbers are short, and stay where they are.
			if (end === piece.length || end - at >= LONG_NUMBER || this.number !== '') {
				this.parts.push(piece.slice(kept, at));
				this.number += piece.slice(at, end);
				if (this.number.length > LONGEST_TEXT) throw tooLarge('a number of more than 1 MB');
				kept = end;
			}
			at = end - 1;
		}
		this.parts.push(piece.slice(kept));
	}

	/** @returns the whole text; integers that JSON.parse would change are in quotes */
	end(): string {
		this.endNumber();
		return this.parts.join('');
	}

	private inText(code: number): void {
		if (++this.length > LONGEST_TEXT) throw tooLarge('a text of more than 1 MB');
		if (this.isEscaped) this.isEscaped = false;
		else if (code === BACKSLASH) this.isEscaped = true;
		else if (code === QUOTE) this.isText = false;
	}

	private between(code: number): void {
		if (!this.begun) this.begin(code);
		if (code === QUOTE) {
			this.isText = true;
			this.length = 0;
		} else if (isOpening(code)) {
			if (++this.levels > MOST_LEVELS) throw tooLarge(`more than ${MOST_LEVELS} levels`);
			this.count();
		} else if (isClosing(code)) {
			this.levels--;
		} else if (code === 44) {
			this.count();
		}
	}

	private count(): void {
		if (++this.values > MOST_VALUES) throw tooLarge('more than 100,000 values');
	}

	private begin(code: number): void {
		if (isSpace(code)) return;
		this.begun = true;
		if (code === 60) throw new Unreadable('html', '');
		if (code !== 123) throw new Unreadable('garbled', '');
	}

	/** JSON.parse would change an id that is a number past the safe range. */
	private endNumber(): void {
		const { number } = this;
		if (number === '') return;
		this.number = '';
		this.count();
		const changes =
			number.length >= LONG_NUMBER &&
			/^-?\d+$/.test(number) &&
			!Number.isSafeInteger(Number(number));
		this.parts.push(changes ? `"${number}"` : number);
	}
}

const tooLarge = (what: string): Unreadable => new Unreadable('tooLarge', what);

/** What n8n gives for an answer that is read as it comes. */
export interface Body extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

export const isBody = (value: unknown): value is Body =>
	typeof value === 'object' &&
	value !== null &&
	Symbol.asyncIterator in value &&
	'destroy' in value &&
	typeof value.destroy === 'function';

/**
 * Reads an answer as it comes, in the memory that its limits allow.
 *
 * @throws Unreadable; whatever the connection throws
 */
export async function readText(body: Body): Promise<string> {
	const decoder = new TextDecoder();
	const text = new AnswerText();
	let bytes = 0;
	// To leave the loop early closes the connection.
	for await (const piece of body) {
		bytes += piece.length;
		if (bytes > MOST_BYTES) throw tooLarge('more than 16 MB');
		text.add(decoder.decode(piece, { stream: true }));
	}
	text.add(decoder.decode());
	return text.end();
}

/** The same for a text that has come already. */
export function checkedText(whole: string): string {
	const text = new AnswerText();
	text.add(whole);
	return text.end();
}
