import { quote, text } from '../../shared/input/parse';
import { Refusal } from '../../shared/input/refusal';

/** What n8n leaves in a text where an expression or a template went wrong. */
const LEFT_OVERS: ReadonlyArray<{ when: RegExp; hint: string }> = [
	{
		when: /\{\{[^{}]*\$[^{}]*\}\}/,
		hint: 'n8n did not evaluate this expression. Switch the field to Expression. An expression that comes with the data stays as it is: build the text in the field instead.',
	},
	{
		when: /\[object Object\]/,
		hint: 'Name the field of the object, such as {{ $json.customer.name }}.',
	},
	{ when: /Invalid DateTime/, hint: 'Check the expression that makes the date.' },
];

/** Text for people, with all its values filled in: a message to everybody on a list cannot be called back. @throws Refusal */
export function filledText(value: unknown): string {
	const given = text()(value);
	for (const { when, hint } of LEFT_OVERS) {
		const found = when.exec(given)?.[0];
		if (found !== undefined) throw new Refusal(`has ${quote(found)} in it`, hint);
	}
	return given;
}
