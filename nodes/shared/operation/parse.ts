import { Refusal } from './refusal';

/** What counts as "not given" in a form: a missing value, and text of nothing but spaces. */
export const isEmpty = (value: unknown): boolean =>
	value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** A short quotation of what the user gave, for messages. */
export function quote(value: unknown): string {
	const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return `"${shown.length > 40 ? `${shown.slice(0, 40)}...` : shown}"`;
}

/** Text, or a number written as text. `max` counts characters as people do (code points). */
export const text =
	(limits: { max?: number } = {}) =>
	(value: unknown): string => {
		if (typeof value !== 'string' && typeof value !== 'number') {
			throw new Refusal(
				`is not text: ${quote(value)}`,
				'Use text, or an expression that yields text.',
			);
		}
		const given = String(value);
		const length = limits.max === undefined ? 0 : [...given].length;
		if (limits.max !== undefined && length > limits.max) {
			throw new Refusal(
				`has ${length} characters, the service takes at most ${limits.max}`,
				'Shorten it.',
			);
		}
		return given;
	};

/** A whole number within limits, as a number or as text from a spreadsheet (` 60 `, `60.0`). */
export const integer =
	(limits: { min: number; max: number; unit?: string }) =>
	(value: unknown): number => {
		const { min, max, unit = '' } = limits;
		const given = typeof value === 'string' ? value.trim() : value;
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

/** One of the given texts. */
export const oneOf =
	<T extends string>(values: readonly T[]) =>
	(value: unknown): T => {
		const chosen = values.find((candidate) => candidate === value);
		if (chosen !== undefined) return chosen;
		throw new Refusal(`cannot be ${quote(value)}`, `Use one of: ${values.join(', ')}.`);
	};

/** A status or switch of the service: 0 or 1, also as text or as true and false. */
export function zeroOrOne(value: unknown): 0 | 1 {
	const given = typeof value === 'string' ? value.trim().toLowerCase() : value;
	if (given === 0 || given === '0' || given === false || given === 'false') return 0;
	if (given === 1 || given === '1' || given === true || given === 'true') return 1;
	throw new Refusal(`cannot be ${quote(value)}`, 'Use 0 or 1.');
}

/**
 * An identifier of the service: digits, as a number or as text. Kept as text, since identifiers may
 * pass the range in which numbers are exact.
 */
export function id(value: unknown): string {
	if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
		throw new Refusal(
			`is a number that has lost digits: ${value}`,
			'Identifiers this long must be text. Format the column as text.',
		);
	}
	const given = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
	if (!/^0*[1-9]\d{0,19}$/.test(given)) {
		throw new Refusal(
			`is not an identifier: ${quote(value)}`,
			'Identifiers are whole numbers such as 400001.',
		);
	}
	return given.replace(/^0+/, '');
}

/** Identifiers as one value, a comma-separated text or an array. Doubles are kept. */
export function ids(value: unknown): string[] {
	const parts = Array.isArray(value)
		? value
		: typeof value === 'string'
			? value.split(/[\s,;]+/)
			: [value];
	const given = parts.filter((part) => !isEmpty(part));
	if (given.length === 0) throw new Refusal('holds no identifier', 'Give at least one.');
	return given.map(id);
}
