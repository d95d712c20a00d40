import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import qs from 'qs';
import { ZodError } from 'zod';
import type { Service } from '../service.mts';
import { html, Html } from './html.mts';
import { links } from './links.mts';
import { messages } from './messages.mts';
import { failing, markNumber, numberForm, NUMBERS_PATH } from './numbers.mts';

const part = (file: string) => readFileSync(join('test/service/page', file), 'utf8');
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const STYLE = part('style.css');
const SCRIPT = part('refresh.js');
/** What people send is shown here: nothing of it may run, or load anything. */
const POLICY = [
	"default-src 'none'",
	`style-src ${hash(STYLE)}`,
	`script-src ${hash(SCRIPT)}`,
	"connect-src 'self'",
	"form-action 'self'",
	'img-src data:',
].join('; ');

function pageOf(service: Service): Html {
	service.store.settle();
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width" />
				<title>Local SMS service</title>
				<link rel="icon" href="data:," />
				<noscript><meta http-equiv="refresh" content="5" /></noscript>
				${new Html(`<style>${STYLE}</style>`)}
			</head>
			<body>
				<h1>Local SMS service</h1>
				<p>
					It stands in for the real service: nothing is sent to anybody. Times are those of the
					account, ${service.timezone}. This page keeps itself up to date.
				</p>
				<p id="gone" role="status" hidden>The service does not answer. Start it again.</p>
				<h2>Make a number fail</h2>
				${numberForm()}
				<main id="live">${failing(service)} ${messages(service)} ${links(service)}</main>
				${new Html(`<script>${SCRIPT}</script>`)}
			</body>
		</html>`;
}

/** The page for people: what was sent, what became of it, who clicked, and which numbers fail. */
export const page =
	(service: Service): FastifyPluginAsync =>
	async (app) => {
		const form = 'application/x-www-form-urlencoded';
		app.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) =>
			done(null, qs.parse(String(body))),
		);
		app.setErrorHandler(async (error, _request, reply) => {
			if (!(error instanceof ZodError)) throw error;
			const [{ message }] = error.issues;
			return reply.code(400).type('text/plain').send(`${message} Go back and correct it.\n`);
		});
		app.get('/', async (_request, reply) =>
			reply
				.headers({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' })
				.type('text/html; charset=utf-8')
				.send(pageOf(service).markup),
		);
		app.post(NUMBERS_PATH, async (request, reply) => {
			markNumber(service, request.body);
			return reply.redirect('/', 303);
		});
	};
