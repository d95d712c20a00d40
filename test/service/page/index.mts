import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';
import qs from 'qs';
import { z } from 'zod';
import type { Service } from '../service.mts';
import { FAILURES } from '../store/lifecycle.mts';
import type { StoredLink } from '../store/links.mts';
import type { StoredMessage } from '../store/messages.mts';
import { html, Html, tableOf } from './html.mts';

const NUMBERS_PATH = '/_page/numbers';
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const SCRIPT = readFileSync('test/service/page/refresh.js', 'utf8');
const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui; }
body { max-width: 72rem; margin: 2rem auto; }
th, td { border-bottom: 1px solid gray; padding: 0.3rem 0.8rem 0.3rem 0; text-align: left; vertical-align: top; white-space: pre-wrap; }
`;
/** What people send is shown here: nothing of it may run, or load anything. */
const POLICY = [
	"default-src 'none'",
	`style-src ${hash(STYLE)}`,
	`script-src ${hash(SCRIPT)}`,
	"connect-src 'self'",
	"form-action 'self'",
	'img-src data:',
].join('; ');

/** The form that makes a number fail. */
const numberForm = (): Html =>
	html`<form method="post" action="${NUMBERS_PATH}">
		<label>Number <input name="number" required type="tel" autocomplete="off" /></label>
		<label>
			New messages to it end as
			<select name="status">
				${FAILURES.map((status) => html`<option>${status}</option>`)}
			</select>
		</label>
		<button>Make it fail</button>
	</form>`;

/** The numbers that fail, each with a button that takes it back. */
const failing = ({ endings }: Service): Html[] =>
	[...endings].map(
		([number, status]) =>
			html`<form method="post" action="${NUMBERS_PATH}">
				<input type="hidden" name="number" value="${number}" />
				${number}: ${status} <button>Let it arrive again</button>
			</form>`,
	);

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
		(link: StoredLink) => [
			store.zone.format(link.createTs),
			html`<a href="/${link.code}" target="_blank" rel="noopener"
				>${store.shortLink(link.code)}</a
			>`,
			...[link.fullLink, link.comment, link.status === 1 && link.moderatorStatus === 1],
			...[link.expirationDate, link.clicks.length],
		],
	);

function pageOf(service: Service): Html {
	service.store.settle();
	return html`<!doctype html>
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
					account, ${service.timezone}. This page keeps itself up to date.
				</p>
				<h2>Make a number fail</h2>
				${numberForm()}
				<main id="live">
					${failing(service)}
					<h2>Messages</h2>
					${messages(service)}
					<h2>Short links</h2>
					${links(service)}
				</main>
				${new Html(`<script>${SCRIPT}</script>`)}
			</body>
		</html>`;
}

const mark = z.object({
	number: z
		.string()
		.transform((number) => number.replace(/[\s()+.-]/g, ''))
		.pipe(z.string().regex(/^\d{7,15}$/, 'The number must have 7 to 15 digits.')),
	status: z.enum(FAILURES).optional(),
});

/** The page for people: what was sent, what became of it, who clicked, and which numbers fail. */
export const page =
	(service: Service): FastifyPluginAsync =>
	async (app) => {
		const form = 'application/x-www-form-urlencoded';
		app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) =>
			done(null, qs.parse(String(body))),
		);
		app.get('/', async (_request, reply) =>
			reply
				.headers({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' })
				.type('text/html; charset=utf-8')
				.send(pageOf(service).markup),
		);
		// With a status the number fails from now on, without one it arrives again.
		app.post(NUMBERS_PATH, async (request, reply) => {
			const { data, error } = mark.safeParse(request.body);
			if (error) return reply.code(400).type('text/plain').send(`${error.issues[0].message}\n`);
			if (data.status === undefined) service.endings.delete(data.number);
			else service.endings.set(data.number, data.status);
			return reply.redirect('/', 303);
		});
	};
