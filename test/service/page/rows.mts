import { html, type Html } from './html.mts';

/** A page with a million rows would help nobody. */
const MOST = 200;

/** The last rows of a table, newest first. */
export const newest = <T,>(rows: Iterable<T>): T[] => Array.from(rows).slice(-MOST).reverse();

/** A table with its head, or what to say when there is none; says when older rows are left out. */
export function rowsOf(
	head: string[],
	rows: Html[],
	{ none, total }: { none: string; total: number },
): Html {
	if (rows.length === 0) return html`<p class="none">${none}</p>`;
	const more = total > rows.length ? html`<p>The newest ${rows.length} of ${total}.</p>` : '';
	return html`<div class="table">
			<table>
				<thead>
					<tr>
						${head.map((title) => html`<th scope="col">${title}</th>`)}
					</tr>
				</thead>
				<tbody>
					${rows}
				</tbody>
			</table>
		</div>
		${more}`;
}
