import type { Service } from '../service.mts';
import { html, type Html } from './html.mts';
import { newest, rowsOf } from './rows.mts';

/** The newest short links with their clicks, newest first. A click on one counts. */
export function links({ store }: Service): Html {
	const rows = newest(store.links.all()).map((link) => {
		const state = link.status === 1 && link.moderatorStatus === 1 ? 'active' : 'inactive';
		const until = link.expirationDate === null ? '' : `, until ${link.expirationDate}`;
		return html`<tr>
			<td>${store.zone.format(link.createTs)}</td>
			<td>
				<a href="/${link.code}" target="_blank" rel="noopener">${store.shortLink(link.code)}</a>
			</td>
			<td class="text">${link.fullLink}</td>
			<td class="text">${link.comment}</td>
			<td>${state}${until}</td>
			<td class="number">${link.clicks.length}</td>
		</tr>`;
	});
	return html`<h2>Short links</h2>
		${rowsOf(['Created', 'Short link', 'Leads to', 'Comment', 'State', 'Clicks'], rows, {
			none: 'No link yet.',
			total: store.links.size,
		})}`;
}
