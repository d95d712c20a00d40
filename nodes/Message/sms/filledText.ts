import { quote, text } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';

/** 100 segments of 153 characters; a text of other letters has fewer in each. */
const LONGEST = 15_300;

/** What n8n leaves in a text where an expression or a template went wrong. */
const LEFT_OVERS: ReadonlyArray<{ find: (text: string) => string | undefined; hint: string }> = [
	{
		find: unevaluated,
		hint: 'n8n did not evaluate this expression. Switch the field to Expression. An expression that comes with the data stays as it is: build the text in the field instead.',
	},
	{
		find: (given) => given.match(/\[object Object\]/)?.[0],
		hint: 'Name the field of the object, such as {{ $json.customer.name }}.',
	},
	{
		find: (given) => given.match(/Invalid DateTime/)?.[0],
		hint: 'Check the expression that makes the date.',
	},
];

/**
 * Text for people, with all its values filled in: a message to everybody on a list cannot be called back.
 * Its length is looked at first, since it may come from anybody.
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
	for (const { find, hint } of LEFT_OVERS) {
		const found = find(given);
		if (found !== undefined) throw new Refusal(`has ${quote(found)} in it`, hint);
	}
	return given;
}

/** The first `{{ ... }}` without braces and with a `$` in it, found in one pass. */
function unevaluated(given: string): string | undefined {
	let start: number | undefined;
	let hasDollar = false;
	for (let at = 0; at < given.length; at++) {
		const character = given[at];
		if (character === '{') {
			start = given[at - 1] === '{' ? at - 1 : undefined;
			hasDollar = false;
		} else if (character === '}') {
			if (start !== undefined && hasDollar && given[at + 1] === '}') {
				return given.slice(start, at + 2);
			}
			start = undefined;
		} else if (character === '$') {
			hasDollar = true;
		}
	}
	return undefined;
}
