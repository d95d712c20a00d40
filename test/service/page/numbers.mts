import { z } from 'zod';
import type { Service } from '../service.mts';
import { FAILURES } from '../store/lifecycle.mts';
import { html, type Html } from './html.mts';

/** Where the forms of the page are sent. */
export const NUMBERS_PATH = '/_page/numbers';

/** The form that makes a number fail. */
export const numberForm = (): Html =>
	html`<form method="post" action="${NUMBERS_PATH}">
		<label>
			Number
			<input name="number" required type="tel" placeholder="e.g. 77010000000" autocomplete="off" />
		</label>
		<label>
			New messages to it end as
			<select name="status">
				${Object.entries(FAILURES).map(
					([status, words]) => html`<option value="${status}">${words} (${status})</option>`,
				)}
			</select>
		</label>
		<button>Make it fail</button>
	</form>`;

/** The numbers that fail, each with a button that takes it back. */
export function failing({ endings }: Service): Html {
	const marked = [...endings].map(
		([number, status]) =>
			html`<li>
				<form method="post" action="${NUMBERS_PATH}">
					<input type="hidden" name="number" value="${number}" />
					${number}: <span class="failed">${status}</span> <button>Let it arrive again</button>
				</form>
			</li>`,
	);
	return html`<ul>
		${marked}
	</ul>`;
}

const mark = z.object({
	number: z
		.string()
		.transform((number) => number.replace(/[\s()+.-]/g, ''))
		.pipe(z.string().regex(/^\d{7,15}$/, 'The number must have 7 to 15 digits.')),
	status: z
		.string()
		.refine((status) => Object.hasOwn(FAILURES, status), 'There is no such status.')
		.optional(),
});

/**
 * Carries out a form of the page: a number with a status fails from now on, one without arrives again.
 * @throws ZodError for a form that is wrong
 */
export function markNumber({ endings }: Service, form: unknown): void {
	const { number, status } = mark.parse(form);
	if (status === undefined) endings.delete(number);
	else endings.set(number, status);
}
