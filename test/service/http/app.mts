import { fastify, type FastifyInstance } from 'fastify';
import { toUrl } from '../api/params.mts';
import type { Service } from '../service.mts';
import { codeIn } from '../store/links.mts';
import type { Store } from '../store/store.mts';
import { linkRow, messageRow } from '../wire/rows.mts';
import { handleCall } from './call.mts';

/**
 * Where a visitor of a short link is sent, and counts the visit. A link leads somewhere while it is active,
 * approved, and not past the end of its last day in the account's zone.
 */
function visit(store: Store, code: string): string | undefined {
	const link = store.links.byCode(code);
	const now = store.clock.now();
	if (link?.status !== 1 || link.moderatorStatus !== 1) return undefined;
	if (link.expirationDate !== null && now > store.zone.endOfDay(link.expirationDate))
		return undefined;
	store.links.click(link, now);
	return toUrl(link.fullLink)?.href;
}

/** What people look at: messages and links as the API shows them, the newest first. */
function stateOf({ store, dialect }: Service): object {
	store.settle();
	return {
		messages: [...store.messages.all()]
			.reverse()
			.map((each) => messageRow(each, { store, dialect }, true)),
		links: [...store.links.all()].reverse().map((each) => linkRow(each, { store, dialect })),
	};
}

export function createApp(service: Service): FastifyInstance {
	const app = fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });

	app.addHook('onSend', async (_request, reply) => {
		reply.header('Date', new Date(service.now()).toUTCString());
	});

	void app.register(async (api) => {
		// Every body arrives as text, whatever its type: the record of calls keeps it as it came.
		api.removeAllContentTypeParsers();
		api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
			done(null, body),
		);
		api.post<{ Params: { '*': string }; Querystring: Record<string, string> }>(
			'/service/*',
			async (request, reply) => handleCall(service, request.params['*'], request, reply),
		);
	});

	app.get('/', async (_request, reply) => {
		// A browser loads it again every 3 seconds.
		const headers = { 'Cache-Control': 'no-store', Refresh: '3' };
		const text = JSON.stringify(stateOf(service), null, 2);
		return reply.headers(headers).type('application/json').send(text);
	});

	app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
		const target = visit(service.store, codeIn(request.params['*']));
		return target === undefined
			? reply.code(404).type('text/plain').send('No such link\n')
			: reply.redirect(target, 302);
	});
	return app;
}
