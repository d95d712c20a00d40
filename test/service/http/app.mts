import { fastify, type FastifyInstance } from 'fastify';
import { control } from '../control/index.mts';
import { codeIn } from '../freedoms/shortLinks.mts';
import { page } from '../page/index.mts';
import type { Service } from '../service.mts';
import { handleCall } from './call.mts';
import { visit } from './redirect.mts';

/** The HTTP side: API calls, short links, and the control of the service itself. */
export function createApp(service: Service): FastifyInstance {
	const app = fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true });

	app.addHook('onSend', async (_request, reply) => {
		reply.header('Date', new Date(service.clock.now()).toUTCString());
	});

	void app.register(async (api) => {
		// Every body arrives as text, whatever its type: the record of calls keeps it as it came.
		api.removeAllContentTypeParsers();
		api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
			done(null, body),
		);
		api.post<{ Params: { '*': string } }>('/service/*', async (request, reply) =>
			handleCall(service, request.params['*'], request, reply),
		);
		api.route({
			method: ['GET', 'PUT', 'PATCH', 'DELETE'],
			url: '/service/*',
			handler: async (_request, reply) =>
				reply.code(405).header('Allow', 'POST').type('text/plain').send('Only POST\n'),
		});
	});

	void app.register(control(service), { prefix: '/_control' });
	void app.register(page(service));

	app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
		const target = visit(service.store, codeIn(request.params['*']));
		return target === undefined
			? reply.code(404).type('text/plain').send('No such link\n')
			: reply.redirect(target, 302);
	});
	return app;
}
