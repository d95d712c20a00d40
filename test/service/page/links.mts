import type { Service } from '../service.mts';
import { html, tableOf, type Html } from './html.mts';

const HEAD = ['Created', 'Short link', 'Leads to', 'Comment', 'State', 'Clicks'];

/** The newest short links with their clicks, newest first. A click on one counts. */
export const links = ({ store }: Service): Html =>
	html`<h2>Short links</h2>
		${tableOf(HEAD, store.links, 'No link yet.', (link) => {
			const state = link.status === 1 && link.moderatorStatus === 1 ? 'active' : 'inactive';
			const until = link.expirationDate === null ? '' : `, until ${link.expirationDate}`;
			return html`<td>${store.zone.format(link.createTs)}</td>
				<td>
					<a href="/${link.code}" target="_blank" rel="noopener">${store.shortLink(link.code)}</a>
				</td>
				<td class="text">${link.fullLink}</td>
				<td class="text">${link.comment}</td>
				<td>${state}${until}</td>
				<td>${link.clicks.length}</td>`;
		})}`;
