import type { ItemParameters } from '../../shared/input/itemParameters';
import { isEmpty, itemsAt, quote, Refusal, text, wellFormed } from '../../shared/input/parse';

/** 100 segments of 153 characters; a text of other letters has fewer in each. */
const LONGEST = 15_300;

/**
 * What is left in a text where an expression or a template went wrong. Texts may come from anybody, so each form reads a
 * text only once: `[^{}\p{L}$]*` stops at the first letter.
 */
const LEFT_OVERS: ReadonlyArray<{ form: RegExp; hint: string }> = [
	{
		form: /\{\{[^{}\p{L}$]*[\p{L}$][^{}]*\}\}|\$json\b[^\s{}]*/u,
		hint: 'n8n did not evaluate this expression. Switch the field to Expression, and write it in double braces, as {{ $json.name }}. An expression that comes with the data stays as it is: build the text in the field instead.',
	},
	{
		form: /\[object Object\]/,
		hint: 'Name the field of the object, such as {{ $json.customer.name }}.',
	},
	{
		form: /#(N\/A|NAME\?|(DIV\/0|ERROR|NULL|NUM|REF|VALUE)!)/,
		hint: 'A formula of the spreadsheet found nothing, or is wrong. Correct the cell.',
	},
	{ form: /Invalid Date(Time)?/, hint: 'Check the expression that makes the date.' },
	{
		form: /function \w*\(\) \{ \[native code\] \}/,
		hint: 'Call the function, with () behind its name, such as {{ $json.name.trim() }}.',
	},
];

/** As a refusal names a placeholder, or quotes what it refuses: an alert about it goes out. */
const NAMED =
	/in place of \{\{[^{}]*\}\}|" has "[^"\n]{1,43}" in it|" (?:has letters|is not a URL): "[^"\n]{1,43}"/g;

/**
 * A text in which nothing went wrong, as it is sent: a message to everybody on a list cannot be called back. The length is
 * checked first, since the text may come from anybody.
 *
 * @throws Refusal
 */
export function filledText(value: unknown): string {
	const given = text()(value);
	if (given.length > LONGEST) {
		throw new Refusal(
			`has ${given.length} characters, which is more than 100 segments`,
			'Shorten it, or send a link to the text.',
		);
	}
	const judged = given.replace(NAMED, '');
	for (const { form, hint } of LEFT_OVERS) {
		const found = form.exec(judged)?.[0];
		if (found !== undefined) throw new Refusal(`has ${quote(found)} in it`, hint);
	}
	return wellFormed(given);
}

/**
 * The placeholders of a text whose value is blank.
 *
 * @throws Refusal where one has no value: undefined, or null
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
	const rows = itemsAt(blank.map(({ index }) => index));
	const which = [...new Set(blank.flatMap(({ blanks }) => blanks))].join(', ');
	return `Blank in place of ${which}: ${rows}.`;
}
