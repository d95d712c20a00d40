/** Markup that may stand in a page as it is. */
export class Html {
	constructor(readonly markup: string) {}
}

const markupOf = (value: unknown): string => {
	if (value instanceof Html) return value.markup;
	if (Array.isArray(value)) return value.map(markupOf).join('');
	return String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
};

/** A template for markup: every value in it is escaped, except markup of this same kind, alone or in a list. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]): Html =>
	new Html(String.raw({ raw: parts }, ...values.map(markupOf)));

/** A page with a million rows would help nobody. */
const MOST = 200;

/** A table of the last rows, newest first, that says how many there are. */
export function tableOf<T>(head: string[], all: T[], cellsOf: (row: T) => unknown[]): Html {
	const rows = all.slice(-MOST).reverse().map(cellsOf);
	return html`<p>The newest ${rows.length} of ${all.length}.</p>
		<table>
			<tr>
				${head.map((title) => html`<th>${title}</th>`)}
			</tr>
			${rows.map(
				(cells) =>
					html`<tr>
						${cells.map((cell) => html`<td>${cell}</td>`)}
					</tr>`,
			)}
		</table>`;
}
