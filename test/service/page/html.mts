import type { Table } from '../store/table.mts';

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

/**
 * A table of the last rows, newest first, that says when older ones are left out.
 * @param none what to say when there is none
 */
export function tableOf<T extends { id: string }>(
	head: string[],
	table: Table<T>,
	none: string,
	cellsOf: (row: T) => Html,
): Html {
	const rows = [...table.all()].slice(-MOST).reverse();
	if (rows.length === 0) return html`<p class="none">${none}</p>`;
	const more =
		table.size > rows.length ? html`<p>The newest ${rows.length} of ${table.size}.</p>` : '';
	return html`<div class="table">
			<table>
				<thead>
					<tr>
						${head.map((title) => html`<th scope="col">${title}</th>`)}
					</tr>
				</thead>
				<tbody>
					${rows.map(
						(row) =>
							html`<tr>
								${cellsOf(row)}
							</tr>`,
					)}
				</tbody>
			</table>
		</div>
		${more}`;
}
