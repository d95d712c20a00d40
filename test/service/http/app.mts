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

/** How many messages and links people are shown: a million would help nobody. */
const SHOWN = 200;

const newest = <T,>(rows: Iterable<T>): T[] => [...rows].slice(-SHOWN).reverse();

/** What people look at: the newest messages and links, as the API shows them. */
function stateOf({ store, dialect }: Service): object {
	store.settle();
	return {
		messages: newest(store.messages.all()).map((each) =>
			messageRow(each, { store, dialect }, true),
		),
		links: newest(store.links.all()).map((each) => linkRow(each, { store, dialect })),
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
		api.route({
			method: ['GET', 'PUT', 'PATCH', 'DELETE'],
			url: '/service/*',
			handler: async (_request, reply) =>
				reply.code(405).header('Allow', 'POST').type('text/plain').send('Only POST\n'),
		});
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
