import type { ItemParameters } from '../../shared/input/itemParameters';
import { isEmpty } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';
import { firstOf } from './nonGsmCharacters';

/** A placeholder that is nothing but the path to a value: `$json.name`, `$('Node').item.json["First Name"]`. */
const PATH =
	/^(?<row>\$json|(?:\$input|\$\((?:'[^']*'|"[^"]*")\))\.(?:item|first\(\)|last\(\))\.json)(?:\.[\p{L}_$][\p{L}\p{N}_$]*|\[(?:\d+|'[^']*'|"[^"]*")\])+$/u;

/** Columns that a refusal names, and the most characters of each. */
const MOST_NAMED = 10;
const MOST_CHARACTERS = 30;

/**
 * One that computes may come to nothing; a plain path to a value that is not there is mostly a misspelt
 * column.
 *
 * @returns the placeholders whose value is blank
 * @throws ParameterRefusal where one has no value: undefined or null
 */
export function blankPlaceholders(item: ItemParameters, name: string): string[] {
	const found = placeholders(item.expression(name)).map((placeholder) => ({
		placeholder,
		value: item.evaluate(placeholder),
	}));
	const [missing] = found.filter(({ value }) => value === undefined || value === null);
	if (missing) throw item.refusal(name, nothingIn(item, missing.placeholder));
	return found.filter(({ value }) => isEmpty(value)).map(({ placeholder }) => placeholder);
}

/** Those that are plain paths, each once, as `{{ $json.name }}`. */
function placeholders(expression: string): string[] {
	const [, ...parts] = expression.split('{{');
	const paths = parts.flatMap((part) => {
		const end = part.indexOf('}}');
		const path = part.slice(0, end).trim();
		return end >= 0 && PATH.test(path) ? [`{{ ${path} }}`] : [];
	});
	return [...new Set(paths)];
}

function nothingIn(item: ItemParameters, placeholder: string): Refusal {
	const path = placeholder.slice(2, -2).trim();
	const row = item.evaluate(`{{ ${PATH.exec(path)?.groups?.row} }}`);
	const columns = Object.keys(Object(row)).map((column) => column.slice(0, MOST_CHARACTERS));
	return new Refusal(
		`has nothing in place of ${placeholder}; the row has: ${firstOf(columns, MOST_NAMED) || 'no column'}`,
		`Write the name of the column as the row has it. If it may be missing, say so: {{ ${path} ?? '' }}.`,
	);
}

/** @param items the blanks of each */
export function blankHint(items: Array<{ index: number; blanks: string[] }>): string | undefined {
	const blank = items.filter(({ blanks }) => blanks.length > 0);
	if (blank.length === 0) return undefined;
	const rows = blank.map(({ index }) => index + 1);
	const which = [...new Set(blank.flatMap(({ blanks }) => blanks))].slice(0, 3).join(', ');
	return `Blank in place of ${which}: ${blank.length === 1 ? 'item' : 'items'} ${firstOf(rows, MOST_NAMED)}.`;
}
