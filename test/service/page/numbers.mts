import { FAILURES } from '../store/lifecycle.mts';
import type { Service } from '../service.mts';
import { html, type Html } from './html.mts';

/** Where the forms of the page are sent. */
export const NUMBERS_PATH = '/_page/numbers';

const choice = ([status, words]: [string, string]): Html =>
	html`<option value="${status}">${words} (${status})</option>`;

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
				${Object.entries(FAILURES).map(choice)}
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
	return marked.length > 0
		? html`<ul>
				${marked}
			</ul>`
		: html``;
}

/**
 * Carries out a form of the page: a number with a status fails from now on, one without arrives again.
 *
 * @returns what is wrong with the form, if anything is
 */
export function markNumber({ endings }: Service, form: URLSearchParams): string | undefined {
	const number = (form.get('number') ?? '').replace(/[\s()+.-]/g, '');
	const status = form.get('status') ?? '';
	if (!/^\d{7,15}$/.test(number)) return 'The number must have 7 to 15 digits.';
	if (status === '') {
		endings.delete(number);
		return undefined;
	}
	if (!Object.hasOwn(FAILURES, status)) return `There is no status ${status}.`;
	endings.set(number, status);
	return undefined;
}
