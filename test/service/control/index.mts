import type { FastifyPluginAsync } from 'fastify';
import { ZodError } from 'zod';
import { FREEDOM_VALUES } from '../freedoms/schema.mts';
import type { Service } from '../service.mts';
import { ACTIONS } from './actions.mts';
import { since } from './schemas.mts';

/** How things stand. */
function stateOf({ store, calls, clock, dialect, timezone, faults, freedoms, keys }: Service) {
	store.settle();
	const { listLag, statusLag, delay, workers, rateLimit } = faults;
	return {
		now: clock.now(),
		timezone,
		dialect,
		keys,
		messages: store.messages.size,
		links: store.links.size,
		campaigns: store.campaigns.size,
		calls: calls.length,
		settings: { listLag, statusLag, delay, workers, rateLimit: rateLimit ?? null },
		freedoms,
	};
}

/**
 * The control of the service over HTTP, in JSON, for other processes. What it does not understand is
 * answered with status 400 and the reason.
 */
export const control =
	(service: Service): FastifyPluginAsync =>
	async (app) => {
		app.setErrorHandler(async (error, _request, reply) => {
			const reason = error instanceof Error ? error.message : String(error);
			const problems = error instanceof ZodError ? error.issues : reason;
			return reply.code(400).send({ error: problems });
		});
		app.get('/state', async () => stateOf(service));
		app.get('/calls', async (request) => {
			const after = since.parse(request.query).since;
			return service.calls.filter((call) => call.id > after);
		});
		app.get('/freedoms', async () => ({ freedoms: service.freedoms, values: FREEDOM_VALUES }));
		app.delete('/freedoms', async () => {
			service.setFreedoms();
			return {};
		});
		app.delete('/faults', async () => {
			service.faults.clear();
			return {};
		});
		for (const [name, action] of Object.entries(ACTIONS)) {
			app.post(`/${name}`, async (request) => action(service, request.body));
		}
	};
