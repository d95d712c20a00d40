import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { fault, rateLimit } from './faults.mts';
import { someFreedoms } from './freedoms/schema.mts';
import type { Service } from './service.mts';
import { isDate } from './zone.mts';

const id = z.coerce.string().regex(/^\d+$/);
const text = z.string().optional();
const whole = z.number().int();
const ms = z.number();
const time = ms.optional();
const count = whole.positive().default(1);
const flag = whole.min(0).max(1).optional();

/** One thing that can be asked: its JSON, or its query, is checked, then it is done. */
type Action = (service: Service, given: unknown) => unknown;

const action =
	<T,>(schema: z.ZodType<T, z.ZodTypeDef, unknown>, run: (service: Service, given: T) => unknown) =>
	(service: Service, given: unknown) =>
		run(service, schema.parse(given)) ?? {};

const settings = z
	.strictObject({
		dialect: z.enum(['observed', 'documented']),
		rateLimit: rateLimit.nullable().transform((limit) => limit ?? undefined),
		listLag: ms,
		delay: ms,
		workers: whole.nonnegative(),
		seed: whole,
		freedoms: someFreedoms,
	})
	.partial();

const messages = z.strictObject({
	count,
	campaignId: id.optional(),
	from: text,
	to: z.string().regex(/^\d+$/).optional(),
	text,
	status: text,
	segNum: whole.optional(),
	groups: text,
	startSendTs: ms.nullish(),
	statusUpdateTs: ms.nullish(),
	createdAt: time,
});

const links = z.strictObject({
	count,
	fullLink: text,
	status: flag,
	moderatorStatus: flag,
	expirationDate: z.string().refine(isDate, 'must be a date YYYY-MM-DD').nullish(),
	comment: text.nullable(),
	moderatorComment: text.nullable(),
	trackingCode: text.nullable(),
	campaignId: id.nullish(),
});

/** How things stand. */
function stateOf({ store, calls, clock, dialect, timezone, faults, freedoms, keys }: Service) {
	store.settle();
	const { listLag, delay, workers, rateLimit: limit = null } = faults;
	const [messages, links, campaigns] = [store.messages, store.links, store.campaigns];
	return {
		...{ now: clock.now(), timezone, dialect, keys, freedoms, calls: calls.length },
		...{ messages: messages.size, links: links.size, campaigns: campaigns.size },
		settings: { listLag, delay, workers, rateLimit: limit },
	};
}

/** What can be asked, by method and path. All times are ms since the epoch. */
const ACTIONS: Readonly<Record<string, Action>> = {
	'GET /state': stateOf,
	'GET /calls': action(z.object({ since: z.coerce.number().int().default(0) }), (service, given) =>
		service.calls.filter((call) => call.id > given.since),
	),
	'DELETE /faults': action(z.unknown(), ({ faults }) => faults.clear()),
	'POST /faults': action(fault, ({ faults }, rule) => faults.add(rule)),
	'POST /reset': action(z.unknown(), (service) => service.reset()),
	'POST /settings': action(settings, (service, { dialect, seed, freedoms, ...lags }) => {
		if (dialect !== undefined) service.setDialect(dialect);
		if (seed !== undefined) service.setSeed(seed);
		Object.assign(service.freedoms, freedoms);
		Object.assign(service.faults, lags);
	}),
	'POST /messages': action(messages, ({ store }, { count: most, ...row }) => ({
		ids: Array.from({ length: most }, () => store.addMessage(row).id),
	})),
	'POST /links': action(links, ({ store }, { count: most, ...row }) =>
		Array.from({ length: most }, () => store.addLink(row)).map(({ id: link, code }) => ({
			...{ id: link, code, shortLink: store.shortLink(code) },
		})),
	),
	'POST /status': action(
		z.strictObject({ id, status: z.string(), at: time }),
		({ store }, { id: message, status, at }) => store.setStatus(message, status, at),
	),
	'POST /clicks': action(
		z.strictObject({ code: z.string(), count, at: time }),
		({ store }, { code, count: most, at }) => {
			for (let n = 0; n < most; n++) store.click(code, at);
		},
	),
	'POST /advance': action(z.strictObject({ ms: ms.nonnegative() }), ({ clock }, given) => {
		clock.advance(given.ms);
		return { now: clock.now() };
	}),
};

/**
 * The control of the service over HTTP, in JSON, for other processes. What it does not understand is
 * answered with status 400 and the reason.
 */
export const control =
	(service: Service): FastifyPluginAsync =>
	async (app) => {
		app.setErrorHandler(async (error, _request, reply) => {
			const reason = error instanceof Error ? error.message : String(error);
			const problems = error instanceof z.ZodError ? error.issues : reason;
			return reply.code(400).send({ error: problems });
		});
		for (const [route, act] of Object.entries(ACTIONS)) {
			const [method, url] = route.split(' ');
			const handler = async (request: { body: unknown; query: unknown }) =>
				act(service, request.body ?? request.query);
			app.route({ method, url, handler });
		}
	};
