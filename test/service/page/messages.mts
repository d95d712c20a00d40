import type { Service } from '../service.mts';
import { isFinal } from '../store/lifecycle.mts';
import type { StoredMessage } from '../store/messages.mts';
import type { Store } from '../store/store.mts';
import { html, tableOf, type Html } from './html.mts';

const HEAD = ['Created', 'Recipient', 'Sender', 'Text', 'Status', 'Since'];
const NONE = 'No message yet. Those that a workflow sends show here.';

const kindOf = (status: string): 'arrived' | 'failed' | 'moving' => {
	if (status === 'DELIVRD') return 'arrived';
	return isFinal(status) ? 'failed' : 'moving';
};

/** The text with the short links of this service as links, so that a reader can do what a recipient does. */
function textOf(store: Store, text: string): Html {
	const parts = text.split(/(https?:\/\/[^\s<>"']+)/);
	return html`${parts.map((part) => {
		const code = part.startsWith(store.publicUrl) ? part.slice(store.publicUrl.length) : '';
		const known = store.links.byCode(code);
		return known ? html`<a href="/${code}" target="_blank" rel="noopener">${part}</a>` : part;
	})}`;
}

/** What keeps a message from being sent, in words. */
function waitsFor(store: Store, message: StoredMessage): string {
	if (message.startSendTs !== null || isFinal(message.status)) return '';
	const campaign = store.campaigns.get(message.campaignId);
	if (campaign?.status === 'MODERATION') return 'waits for a moderator';
	const start = campaign?.deferredToTs ?? null;
	return start === null ? '' : `waits until ${store.zone.format(start)}`;
}

/** The newest messages with their status, newest first, below the counts of all. */
export function messages({ store }: Service): Html {
	const time = (ms: number | null) => (ms === null ? '' : store.zone.format(ms));
	const counts = { arrived: 0, failed: 0, moving: 0 };
	for (const { status } of store.messages.all()) counts[kindOf(status)] += 1;
	return html`<h2>Messages</h2>
		<p>${counts.arrived} arrived, ${counts.failed} failed, ${counts.moving} on their way.</p>
		${tableOf(
			HEAD,
			store.messages,
			NONE,
			(message) =>
				html`<td>${time(message.createdAt)}</td>
					<td>${message.to}</td>
					<td>${message.from}</td>
					<td class="text">${textOf(store, message.text)}</td>
					<td>
						<span class="${kindOf(message.status)}">${message.status}</span>
						${waitsFor(store, message)}
					</td>
					<td>${time(message.statusUpdateTs)}</td>`,
		)}`;
}
