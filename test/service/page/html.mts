/** Markup that may stand in a page as it is. */
export class Html {
	constructor(readonly markup: string) {}
	toString(): string {
		return this.markup;
	}
}

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const markupOf = (value: unknown): string => {
	if (value instanceof Html) return value.markup;
	if (Array.isArray(value)) return value.map(markupOf).join('');
	return String(value ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character]);
};

/** A template for markup: every value in it is escaped, except markup of this same kind, alone or in a list. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]): Html =>
	new Html(String.raw({ raw: parts }, ...values.map(markupOf)));
