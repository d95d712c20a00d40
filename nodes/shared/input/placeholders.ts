import { DateTime } from 'luxon';

import { firstOf, kindOf, quote, Refusal } from './parse';

/** The editor writes the name `Client's` with a backslash: `$json['Client\'s']`. */
const QUOTED = String.raw`(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\x60(?:[^\x60\\]|\\.)*\x60)`;
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const ONE = String.raw`item|first\(\)|last\(\)|all\(\)\[(?:\d+|\$itemIndex)\]`;
const ROW = String.raw`\$json|\$node\[${QUOTED}\]\.json|(?:\$input|\$\(${QUOTED}\))\.(?:${ONE})(?:\.json)?`;
const STEPS = String.raw`(?:\.${NAME}|\[(?:\d+|${QUOTED})\])+`;

/** What somebody writes who forgets `$json`, or `item.json`: `{{ name }}`, `{{ $('Rows').name }}`. */
const OTHER = String.raw`(?:${NAME}|\$\(${QUOTED}\))(?:${STEPS})?`;

/**
 * A placeholder that is the path to a value, or a path and calls: `$json.name`,
 * `$('Node').item.json["First Name"].trim()`. Where the value is missing, n8n gives nothing for all of it.
 */
const PATH = new RegExp(
	String.raw`^(?<path>(?<row>${ROW})${STEPS}|${OTHER})(?<call>\.${NAME}\(.*)?$`,
	'su',
);

const PATHS = new RegExp(String.raw`(?:${ROW})${STEPS}`, 'gsu');

const FIRST_ROW = new RegExp(ROW, 'su');

/** What a missing value becomes where it is computed with, as in `{{ 'Dear ' + $json.name }}`. Words may contain `null`. */
const SPELLED_OUT = /undefined|null(?![\p{Ll}\d])|(?<![\p{L}\d])NaN(?![\p{L}\d])/u;

type Evaluate = (expression: string) => unknown;

/**
 * What the model of an AI agent fills in, and may leave out: `$fromAI('Name', `Of the person`)`. The editor writes a comment
 * before it.
 */
const FROM_AI = new RegExp(
	String.raw`^(?:/\*[^*]*\*/\s*)?(?<path>\$from[Aa][Ii]\(\s*['"\x60](?<key>[\w-]+)['"\x60](?:${QUOTED}|[^'"\x60()])*\))(?:\..*)?$`,
	's',
);

function partsOf(placeholder: string): Partial<Record<string, string>> {
	const inner = placeholder.slice(2, -2).trim();
	return (PATH.exec(inner) ?? FROM_AI.exec(inner))?.groups ?? {};
}

/** Columns that a refusal names, and the most characters of each. */
const MOST_NAMED = 10;
const MOST_CHARACTERS = 30;

/** Each once, as `{{ $json.name }}`. */
export function placeholdersIn(expression: string): string[] {
	const [, ...parts] = expression.split('{{');
	const placeholders = parts.flatMap((part) => {
		const end = part.indexOf('}}');
		return end >= 0 ? [`{{ ${part.slice(0, end).trim()} }}`] : [];
	});
	return [...new Set(placeholders)];
}

/** Behind a path: `??`, `?.`, `? :` and `||` say that it may be missing; what is called with `(` is no value. */
const MAY_BE_MISSING = /^(\(|\s*(\?|\|\|))/;

/** The first path in an expression that has no value, as a placeholder. */
const missingPath = (expression: string, valueOf: Evaluate): string | undefined =>
	[...expression.matchAll(PATHS)]
		.filter(({ 0: path, index }) => !MAY_BE_MISSING.test(expression.slice(index + path.length)))
		.map(([path]) => `{{ ${path} }}`)
		.find((path) => valueOf(path) == null);

/** The same, if the value that the expression gave shows that one was missing. */
export const missingIn = (
	expression: string,
	value: unknown,
	valueOf: Evaluate,
): string | undefined =>
	typeof value === 'string' && SPELLED_OUT.test(value)
		? missingPath(expression, valueOf)
		: undefined;

/** A function of JavaScript or of luxon. Those of n8n itself refuse what they cannot be called on. */
const isFunction = (name: string): boolean =>
	[String, Number, Array, Date, DateTime].some(({ prototype }) => name in prototype);

/** A function that is called on a value that has none of this name: n8n makes nothing of that, and says nothing. */
function wrongCall(written: string, valueOf: Evaluate): Refusal | undefined {
	// Of what is not there, ?. calls nothing; a number it calls as . does.
	const expression = written.replaceAll('?.', '.');
	for (const { 0: path, index } of expression.matchAll(PATHS)) {
		const end = path.lastIndexOf('.');
		const name = path.slice(end + 1);
		if (expression[index + path.length] !== '(' || !isFunction(name)) continue;
		const value = valueOf(`{{ ${path.slice(0, end)} }}`);
		if (value != null && valueOf(`{{ ${path} }}`) === undefined)
			return new Refusal(
				`has nothing in place of {{ ${path}() }}`,
				`There is no ${name}() of ${quote(value)} (${kindOf(value)}). Convert it first, as with toString(), toNumber(), toDateTime() or parseJson().`,
			);
	}
	return undefined;
}

/** With a choice, or a function of its own, an expression may give nothing, but not by a wrong call. */
const MAY_BE_NOTHING = /[?|&=]/;

/**
 * Why a placeholder that computes must not give this value. n8n leaves out what is NaN or undefined: with a misspelt
 * column, `Total {{ $json.price * 2 }} KZT` would be 'Total  KZT'.
 */
export function holeIn(
	placeholder: string,
	value: unknown,
	valueOf: Evaluate,
): Refusal | undefined {
	const isNoNumber = Number.isNaN(value);
	if (!isNoNumber && value !== undefined) return undefined;
	const isNeeded = isNoNumber || !MAY_BE_NOTHING.test(placeholder);
	const missing = isNeeded ? missingPath(placeholder, valueOf) : undefined;
	if (missing !== undefined) return nothingIn(missing, valueOf);
	if (!isNoNumber) return wrongCall(placeholder, valueOf);
	return new Refusal(
		`has no number in place of ${placeholder}`,
		'Something in it is missing, or is not a number, as 12,5 is not. Check the row.',
	);
}

/** An expression in a field that is set to Fixed. */
export function unevaluatedIn(value: unknown): Refusal | undefined {
	const found = typeof value === 'string' && /\{\{[^{}$]*\$[^{}]*\}\}/.exec(value)?.[0];
	return found
		? new Refusal(
				`has ${quote(found)} in it`,
				'The field is set to Fixed, so n8n does not evaluate this: switch it to Expression.',
			)
		: undefined;
}

/** The path or `$fromAI` call that a placeholder begins with: `{{ $json.name }}` of `{{ $json.name.trim() }}`. */
export function pathOf(placeholder: string): string | undefined {
	const { path } = partsOf(placeholder);
	return path && `{{ ${path} }}`;
}

/**
 * What to do with a row that failed in an earlier node: n8n's Continue gives it the key `error`, and takes its columns
 * away.
 *
 * @returns undefined for any other row
 */
function failedBefore(row: string, evaluate: Evaluate): string | undefined {
	const reason = evaluate(`{{ ${row}.error }}`);
	return typeof reason === 'string' && reason !== ''
		? `The row failed in an earlier node: ${quote(reason)}. Where On Error is Continue (using error output), such rows go another way.`
		: undefined;
}

/** The names of the columns of a row, in quotes. */
function columnsOf(row: string, evaluate: Evaluate): string {
	const columns = Object.keys(Object(evaluate(`{{ ${row} }}`))).map(
		(column) => `"${column.slice(0, MOST_CHARACTERS)}"`,
	);
	return firstOf(columns, MOST_NAMED);
}

/** The refusal of a placeholder whose value is missing. @param evaluate what an expression gives */
export function nothingIn(placeholder: string, evaluate: Evaluate): Refusal {
	const { path, row, key, call } = partsOf(placeholder);
	if (key !== undefined)
		return new Refusal(
			`has nothing in place of "${key}", which the model gives`,
			`Call the tool again, with "${key}".`,
		);
	const rowRead = row ?? '$json';
	const advice = row
		? `Write the name of the column as the row has it. If it may be missing, say so: {{ ${path}${call ? `?${call}` : " ?? ''"} }}.`
		: 'Check its name. A column of the row is read with $json, as in {{ $json.name }}.';
	return new Refusal(
		`has nothing in place of {{ ${path} }}; the row has: ${columnsOf(rowRead, evaluate) || 'no column'}`,
		failedBefore(rowRead, evaluate) ?? advice,
	);
}

/** What to do where an expression gives nothing. @param evaluate what an expression gives */
export function emptyAdvice(written: string, evaluate: Evaluate): string {
	const rowRead = FIRST_ROW.exec(written)?.[0] ?? '$json';
	const known = failedBefore(rowRead, evaluate) ?? wrongCall(written, evaluate)?.hint;
	if (known !== undefined) return known;
	const columns = columnsOf(rowRead, evaluate);
	const row = columns ? `; the row has: ${columns}` : ', and the row';
	return `Its expression gives nothing for this item. Check the name of the column${row}.`;
}
