import { firstOf } from './parse';
import { Refusal } from './refusal';

/** A placeholder that is nothing but the path to a value: `$json.name`, `$('Node').item.json["First Name"]`. */
const PATH =
	/^(?<row>\$json|(?:\$input|\$\((?:'[^']*'|"[^"]*")\))\.(?:item|first\(\)|last\(\))\.json)(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[(?:\d+|'[^']*'|"[^"]*")\])+$/u;

/** Columns that a refusal names, and the most characters of each. */
const MOST_NAMED = 10;
const MOST_CHARACTERS = 30;

/** Those that are plain paths, each once, as `{{ $json.name }}`. */
export function placeholdersIn(expression: string): string[] {
	const [, ...parts] = expression.split('{{');
	const paths = parts.flatMap((part) => {
		const end = part.indexOf('}}');
		const path = part.slice(0, end).trim();
		return end >= 0 && PATH.test(path) ? [`{{ ${path} }}`] : [];
	});
	return [...new Set(paths)];
}

/** @param evaluate what an expression comes to */
export function nothingIn(placeholder: string, evaluate: (expression: string) => unknown): Refusal {
	const path = placeholder.slice(2, -2).trim();
	const row = evaluate(`{{ ${PATH.exec(path)?.groups?.row} }}`);
	const columns = Object.keys(Object(row)).map((column) => column.slice(0, MOST_CHARACTERS));
	return new Refusal(
		`has nothing in place of ${placeholder}; the row has: ${firstOf(columns, MOST_NAMED) || 'no column'}`,
		`Write the name of the column as the row has it. If it may be missing, say so: {{ ${path} ?? '' }}.`,
	);
}
