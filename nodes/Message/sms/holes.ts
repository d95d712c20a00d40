import type { ItemParameters } from '../../shared/input/itemParameters';
import { firstOf, isEmpty } from '../../shared/input/parse';

/** Rows that a hint names. */
const MOST_NAMED = 10;

/**
 * The placeholders of a text whose value is blank.
 *
 * @throws ParameterRefusal where one has no value: undefined, or null
 */
export const blankPlaceholders = (item: ItemParameters, name: string): string[] =>
	item
		.placeholders(name, (value) => value === undefined || value === null)
		.filter(({ value }) => isEmpty(value))
		.map(({ placeholder }) => placeholder);

/** @param items the blanks of each */
export function blankHint(items: Array<{ index: number; blanks: string[] }>): string | undefined {
	const blank = items.filter(({ blanks }) => blanks.length > 0);
	if (blank.length === 0) return undefined;
	const rows = blank.map(({ index }) => index + 1);
	const which = [...new Set(blank.flatMap(({ blanks }) => blanks))].slice(0, 3).join(', ');
	return `Blank in place of ${which}: ${blank.length === 1 ? 'item' : 'items'} ${firstOf(rows, MOST_NAMED)}.`;
}
