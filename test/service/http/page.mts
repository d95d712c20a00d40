import { createHash } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import type { Service } from '../service.mts';
import { RECIPIENTS } from '../store/statuses.mts';
import type { StoredMessage } from '../store/messages.mts';

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui; }
body { max-width: 72rem; margin: 2rem auto; }
th, td { border-bottom: 1px solid gray; padding: 0.3rem 0.8rem 0.3rem 0; text-align: left; vertical-align: top; white-space: pre-wrap; }
`;
/** What people send is shown here: nothing of it may run, or load anything. */
const POLICY = [
	"default-src 'none'",
	`style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
	'img-src data:',
].join('; ');

/** Markup that may stand in a page as it is. */
class Html {
	constructor(readonly markup: string) {}
}

const markupOf = (value: unknown): string => {
	if (value instanceof Html) return value.markup;
	if (Array.isArray(value)) return value.map(markupOf).join('');
	return String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
};

/** A template for markup: every value in it is escaped, except markup of this same kind, alone or in a list. */
const html = (parts: TemplateStringsArray, ...values: unknown[]): Html =>
	new Html(String.raw({ raw: parts }, ...values.map(markupOf)));

/** A page with a million rows would help nobody. */
const MOST = 200;

/** A table of the last rows, newest first, that says how many there are. */
function tableOf<T>(head: string[], all: T[], cellsOf: (row: T) => unknown[]): Html {
	const rows = all.slice(-MOST).reverse().map(cellsOf);
	return html`<p>The newest ${rows.length} of ${all.length}.</p>
		<table>
			<tr>
				${head.map((title) => html`<th>${title}</th>`)}
			</tr>
			${rows.map(
				(row) =>
					html`<tr>
						${row.map((cell) => html`<td>${cell}</td>`)}
					</tr>`,
			)}
		</table>`;
}

function messages({ store }: Service): Html {
	const time = (ms: number | null) => (ms === null ? '' : store.zone.format(ms));
	/** What keeps a message from being sent. */
	const waitsFor = ({ startSendTs, campaignId }: StoredMessage): string => {
		const campaign = store.campaigns.get(campaignId);
		if (startSendTs !== null || campaign === undefined) return '';
		if (campaign.status === 'MODERATION') return ', waits for a moderator';
		return campaign.deferredToTs === null ? '' : `, waits until ${time(campaign.deferredToTs)}`;
	};
	const head = ['Created', 'Recipient', 'Sender', 'Text', 'Status', 'Since'];
	return tableOf(head, [...store.messages.all()], (message) => [
		...[time(message.createdAt), message.to, message.from, message.text],
		...[message.status + waitsFor(message), time(message.statusUpdateTs)],
	]);
}

/** A click on a short link counts. */
const links = ({ store }: Service): Html =>
	tableOf(
		['Created', 'Short link', 'Leads to', 'Comment', 'Active', 'Until', 'Clicks'],
		[...store.links.all()],
		(link) => [
			store.zone.format(link.createTs),
			html`<a href="/${link.code}" target="_blank" rel="noopener"
				>${store.shortLink(link.code)}</a
			>`,
			...[link.fullLink, link.comment, link.status === 1 && link.moderatorStatus === 1],
			...[link.expirationDate, link.clicks.length],
		],
	);

/** The page for people: what was sent, what became of it, and who clicked. A browser loads it again and again. */
export const page =
	(service: Service): FastifyPluginAsync =>
	async (app) => {
		const headers = {
			'Content-Security-Policy': POLICY,
			'Cache-Control': 'no-store',
			Refresh: '3',
		};
		app.get('/', async (_request, reply) => {
			service.store.settle();
			const { markup } = html`<!doctype html>
				<html lang="en">
					<head>
						<meta charset="utf-8" />
						<meta name="viewport" content="width=device-width" />
						<title>Local SMS service</title>
						<link rel="icon" href="data:," />
						${new Html(`<style>${STYLE}</style>`)}
					</head>
					<body>
						<h1>Local SMS service</h1>
						<p>
							It stands in for the real service: nothing is sent to anybody. Times are those of the
							account, ${service.timezone}. Messages to numbers that end in
							${Object.keys(RECIPIENTS).join(', ')} are not delivered. This page keeps itself up to
							date.
						</p>
						<h2>Messages</h2>
						${messages(service)}
						<h2>Short links</h2>
						${links(service)}
					</body>
				</html>`;
			return reply.headers(headers).type('text/html; charset=utf-8').send(markup);
		});
	};
