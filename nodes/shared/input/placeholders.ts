import { firstOf, quote, Refusal } from './parse';

/** The editor writes the name `Client's` with a backslash: `$json['Client\'s']`. */
const QUOTED = String.raw`(?:'(?:[^'\\]|\\.)*'|"[^"]*")`;
const NAME = String.raw`[\p{L}_$][\p{L}\p{N}_$]*`;
const ONE = String.raw`item|first\(\)|last\(\)|all\(\)\[(?:\d+|\$itemIndex)\]`;
const ROW = String.raw`\$json|\$node\[${QUOTED}\]\.json|(?:\$input|\$\(${QUOTED}\))\.(?:${ONE})(?:\.json)?`;
const STEPS = String.raw`(?:\.${NAME}|\[(?:\d+|${QUOTED})\])+`;

/** What somebody writes who forgets `$json`, or `item.json`: `{{ name }}`, `{{ $('Rows').name }}`. */
const OTHER = String.raw`(?:${NAME}|\$\(${QUOTED}\))(?:${STEPS})?`;

/**
 * A placeholder that is the path to a value, or begins with a call of its function: `$json.name`,
 * `$('Node').item.json["First Name"].trim()`. Where the value is missing, n8n gives nothing for the whole of it.
 */
const PATH = new RegExp(
	String.raw`^(?<path>(?<row>${ROW})${STEPS}|${OTHER})(?<call>\.${NAME}\(.*)?$`,
	'su',
);

const PATHS = new RegExp(String.raw`(?:${ROW})${STEPS}`, 'gsu');

/** What is missing is one of these in what computes, as in `{{ 'Dear ' + $json.name }}`; `null` is also in words. */
const SPELLED_OUT = /undefined|null(?![\p{Ll}\d])|(?<![\p{L}\d])NaN(?![\p{L}\d])/u;

type Evaluate = (expression: string) => unknown;

/** What the model of an AI agent fills in, `$fromAI('Name', `Of the person`)`, which it may leave out. */
const FROM_AI =
	/^(?<path>\$from[Aa][Ii]\(\s*['"`](?<key>[\w-]+)['"`](?:'[^']*'|"[^"]*"|`[^`]*`|[^'"`()])*\))(?:\..*)?$/s;

function partsOf(placeholder: string): Partial<Record<string, string>> {
	const inner = placeholder.slice(2, -2).trim();
	return (PATH.exec(inner) ?? FROM_AI.exec(inner))?.groups ?? {};
}

/** Columns that a refusal names, and the most characters of each. */
const MOST_NAMED = 10;
const MOST_CHARACTERS = 30;

/** Those that are paths, or what a model fills in, or begin with one and a call, each once, as `{{ $json.name }}`. */
export function placeholdersIn(expression: string): string[] {
	const [, ...parts] = expression.split('{{');
	const paths = parts.flatMap((part) => {
		const end = part.indexOf('}}');
		const placeholder = `{{ ${part.slice(0, end).trim()} }}`;
		return end >= 0 && partsOf(placeholder).path ? [placeholder] : [];
	});
	return [...new Set(paths)];
}

/** `??`, `?.`, `? :` and `||` say that it may be missing; what is called is no value. */
const MAY_BE_MISSING = /^(\(|\s*(\?|\|\|))/;

/** A path in an expression without a value, as a placeholder, where that shows in what the expression came to. */
export function missingIn(
	expression: string,
	value: unknown,
	valueOf: Evaluate,
): string | undefined {
	if (typeof value !== 'string' || !SPELLED_OUT.test(value)) return undefined;
	return [...expression.matchAll(PATHS)]
		.filter(({ 0: path, index }) => !MAY_BE_MISSING.test(expression.slice(index + path.length)))
		.map(([path]) => `{{ ${path} }}`)
		.find((path) => valueOf(path) == null);
}

/** Without the call: `{{ $json.name }}` of `{{ $json.name.trim() }}`. */
export const pathOf = (placeholder: string): string => `{{ ${partsOf(placeholder).path} }}`;

/**
 * What to do with a row that failed: n8n's Continue gives it the key `error`, and takes its columns away.
 *
 * @returns undefined where it did not
 */
export function failedBefore(row: string, evaluate: Evaluate): string | undefined {
	const reason = evaluate(`{{ ${row}.error }}`);
	return typeof reason === 'string' && reason !== ''
		? `The row failed in an earlier node: ${quote(reason)}. Where On Error is Continue (using error output), such rows go another way.`
		: undefined;
}

/** @param evaluate what an expression comes to */
export function nothingIn(placeholder: string, evaluate: Evaluate): Refusal {
	const { path, row, key, call } = partsOf(placeholder);
	if (key !== undefined)
		return new Refusal(
			`has nothing in place of "${key}", which the model gives`,
			`Call the tool again, with "${key}".`,
		);
	const rowRead = row ?? '$json';
	const columns = Object.keys(Object(evaluate(`{{ ${rowRead} }}`))).map(
		(column) => `"${column.slice(0, MOST_CHARACTERS)}"`,
	);
	const advice = row
		? `Write the name of the column as the row has it. If it may be missing, say so: {{ ${path}${call ? `?${call}` : " ?? ''"} }}.`
		: 'Check its name. A column of the row is read with $json, as in {{ $json.name }}.';
	return new Refusal(
		`has nothing in place of {{ ${path} }}; the row has: ${firstOf(columns, MOST_NAMED) || 'no column'}`,
		failedBefore(rowRead, evaluate) ?? advice,
	);
}
