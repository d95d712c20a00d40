import type { INodeProperties } from 'n8n-workflow';

/**
 * A value from the user that cannot be used. `message` continues a sentence that begins with the name of the
 * parameter ("is empty"); `hint` says what to do next.
 */
export class Refusal extends Error {
	constructor(
		message: string,
		readonly hint?: string,
		/** The name of what it is the value of: `recipient`, `deferredToTs`. Then `message` is a whole sentence. */
		readonly parameter?: string,
	) {
		super(message);
		this.name = 'Refusal';
	}
}

/** Arabic-Indic and Persian digits: the low four bits of their code points are their values. */
const ARABIC_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Full-width forms of East Asian keyboards: ASCII, moved up by 0xFEE0. */
const FULL_WIDTH = /[\uff01-\uff5e]/g;

const shifted = (character: string, by: (code: number) => number) =>
	String.fromCharCode(by(character.charCodeAt(0)));

/**
 * A number, date or word as people and spreadsheets write it, in plain ASCII: invisible marks, spaces around
 * it and the leading apostrophe gone, digits and punctuation of other scripts made plain, every dash a `-`.
 */
export const plainText = (text: string): string =>
	text
		.replace(/\p{Cf}/gu, '')
		.replace(FULL_WIDTH, (character) => shifted(character, (code) => code - 0xfee0))
		.replace(ARABIC_DIGITS, (character) => shifted(character, (code) => 0x30 + (code & 15)))
		.replace(/[\p{Pd}\u2212\u2043]/gu, '-')
		.trim()
		.replace(/^['\u2018\u2019\u02bc`]+\s*/, '');

/** Half an emoji, as cutting a text leaves it, cannot be encoded and becomes the replacement character. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** Nothing, or text without a visible character. */
export const isEmpty = (value: unknown): boolean =>
	value === null ||
	value === undefined ||
	(typeof value === 'string' && /^[\s\p{Cf}]*$/u.test(value));

/** For a refusal. */
export const kindOf = (value: unknown): string =>
	Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : typeof value;

/** A value in quotes for a refusal, at most 40 characters of it, with no such quotes inside. */
export function quote(value: unknown): string {
	// Of a date, JSON makes a text in quotes.
	const written =
		typeof value === 'object' ? JSON.stringify(value).replace(/^"(.*)"$/, '$1') : String(value);
	const shown = written.replaceAll('"', "'");
	return `"${shown.length > 40 ? `${shown.slice(0, 40)}...` : shown}"`;
}

/** `1 message`, `3 messages` */
export const plural = (count: number, noun: string): string =>
	`${count} ${noun}${count === 1 ? '' : 's'}`;

/** `1, 5, 9 and 12 more` */
export function firstOf(list: readonly unknown[], most: number): string {
	const more = list.length - most;
	return list.slice(0, most).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** Items that a sentence names. */
const MOST_ITEMS = 10;

/** `item 2`, `items 2, 5`: counted from 1. @param indexes counted from 0 */
export function itemsAt(indexes: number[]): string {
	const numbers = indexes.map((index) => index + 1);
	return `${numbers.length === 1 ? 'item' : 'items'} ${firstOf(numbers, MOST_ITEMS)}`;
}

/** Text, or a number written as text. `max` counts characters as people do (code points). */
export const text =
	({ max = Infinity }: { max?: number } = {}) =>
	(value: unknown): string => {
		// NaN and Infinity come from a calculation that went wrong.
		if (typeof value !== 'string' && !(typeof value === 'number' && Number.isFinite(value))) {
			throw new Refusal(
				`is not text: ${quote(value)}`,
				'Use text, or an expression that gives text.',
			);
		}
		const given = String(value);
		if (max === Infinity) return given;
		const { length } = [...given];
		if (length <= max) return given;
		throw new Refusal(`has ${length} characters, at most ${max} are taken`, 'Shorten it.');
	};

/** Spaces and invisible marks that come along when a text is copied. The lookbehind keeps it linear. */
const AROUND = /^[\s\p{Cf}]+|(?<![\s\p{Cf}])[\s\p{Cf}]+$/gu;

/** Text without the spaces and invisible marks around it. */
export const trimmed = (value: unknown): string => text()(value).replace(AROUND, '');

/** A whole number within limits, as a number or as text from a spreadsheet (` 60 `, `60.0`). */
export const integer =
	({ min, max, unit = '' }: { min: number; max: number; unit?: string }) =>
	(value: unknown): number => {
		const given = typeof value === 'string' ? plainText(value) : value;
		const isNumeric =
			typeof given === 'number' || (typeof given === 'string' && /^[-+]?\d+(\.0+)?$/.test(given));
		const converted = isNumeric ? Number(given) : NaN;
		if (!Number.isInteger(converted)) {
			throw new Refusal(
				`is not a whole number: ${quote(value)}`,
				`Use a number from ${min} to ${max}.`,
			);
		}
		if (converted < min || converted > max) {
			throw new Refusal(`is ${converted}${unit}`, `It can be from ${min} to ${max}${unit}.`);
		}
		return converted;
	};

/** @throws Refusal for anything but one of the values */
export const oneOf =
	<T extends string>(values: readonly T[]) =>
	(value: unknown): T => {
		const found = values.find((candidate) => candidate === value);
		if (found !== undefined) return found;
		throw new Refusal(`cannot be ${quote(value)}`, `Use one of: ${values.join(', ')}.`);
	};

/** The value of a choice, also by its name: AI models and sheets write delivered for DELIVRD. */
export function chosen(field: INodeProperties | undefined, value: unknown): unknown {
	if (field?.type !== 'options' || typeof value !== 'string') return value;
	const given = value.trim().toLowerCase();
	const named = field.options?.find((option) => {
		const names = [option.name, option.name.split(' (', 1)[0]];
		if ('value' in option) names.push(String(option.value));
		return names.some((name) => name.toLowerCase() === given);
	});
	return named && 'value' in named ? named.value : value;
}

const NO: unknown[] = [0, false, '0', 'false', 'no'];
const YES: unknown[] = [1, true, '1', 'true', 'yes'];

/** 0 or 1, false or true, no or yes, also as text. @param words as the editor shows them */
export const zeroOrOneAs =
	(words: string) =>
	(value: unknown): 0 | 1 => {
		const given = typeof value === 'string' ? plainText(value).toLowerCase() : value;
		if (NO.includes(given)) return 0;
		if (YES.includes(given)) return 1;
		throw new Refusal(`cannot be ${quote(value)}`, `Use ${words}, 1 or 0.`);
	};

export const zeroOrOne = zeroOrOneAs('true or false');

/**
 * Digits, as a number or as text, also with the `.0` of a numeric column. Kept as text, because IDs may be
 * too long to be exact numbers.
 */
export function id(value: unknown): string {
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new Refusal(
			`is a number that has lost digits: ${value}`,
			'IDs this long must be text. Format the column as text.',
		);
	}
	const given =
		typeof value === 'string' || typeof value === 'number' ? plainText(String(value)) : '';
	const digits = /^0*([1-9]\d{0,19})(\.0+)?$/.exec(given)?.[1];
	if (digits === undefined) {
		throw new Refusal(
			`is not an ID: ${quote(value)}`,
			'An ID is one whole number, such as 400001: a name or a code is none.',
		);
	}
	return digits;
}

/** The values of a list, of a text with separators, or of a list as JSON text; without those that are empty. */
export function valuesOf(value: unknown, separators = /[\s,;]+/): unknown[] {
	// Spreadsheets and AI models write ["5", "6"].
	const all =
		typeof value === 'string'
			? value
					.replace(/^\s*\[(.*)\]\s*$/s, (_, list: string) => list.replace(/"/g, ''))
					.split(separators)
			: [value].flat();
	return all.filter((each) => !isEmpty(each));
}

/** One value, a comma-separated text or an array. Repeated ones are kept. */
export function ids(value: unknown): string[] {
	// Not at no-break and thin spaces: they separate the thousands of one number.
	const given = valuesOf(value, /[ \t\r\n,;]+/);
	if (given.length === 0) throw new Refusal('has no ID', 'Give at least one.');
	return given.map(id);
}
