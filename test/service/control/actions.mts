import type { z } from 'zod';
import type { Service } from '../service.mts';
import * as schemas from './schemas.mts';

/** Ids are listed only while they are few. */
const FEW = 1000;

/** One thing that can be asked of the service by POST: its JSON is checked, then it is done. */
export type Action = (service: Service, body: unknown) => unknown;

const action =
	<T,>(
		schema: z.ZodType<T, z.ZodTypeDef, unknown>,
		run: (service: Service, given: T) => unknown,
	): Action =>
	(service, body) =>
		run(service, schema.parse(body ?? {}));

/** What can be asked, by the last part of the path. All times are ms since the epoch. */
export const ACTIONS: Readonly<Record<string, Action>> = {
	reset: (service) => {
		service.reset();
		return {};
	},
	faults: action(schemas.fault, (service, rule) => {
		service.faults.add(rule);
		return {};
	}),
	settings: action(schemas.settings, (service, { dialect, rateLimit, seed, freedoms, ...lags }) => {
		if (dialect !== undefined) service.dialect = dialect;
		if (rateLimit !== undefined) service.faults.rateLimit = rateLimit ?? undefined;
		if (seed !== undefined) service.random.restart(seed);
		Object.assign(service.freedoms, freedoms);
		Object.assign(service.faults, lags);
		return {};
	}),
	messages: action(schemas.messages, ({ store }, { count, addAt, ...row }) => {
		const ids: string[] = [];
		for (let n = 0; n < count; n++) {
			if (addAt !== undefined) store.addMessageAt(addAt, row);
			else {
				const { id } = store.addMessage(row);
				if (n < FEW) ids.push(id);
			}
		}
		return { count, ids };
	}),
	links: action(schemas.links, ({ store }, { count, ...row }) => {
		const added = Array.from({ length: count }, () => store.addLink(row));
		return added
			.slice(0, FEW)
			.map(({ id, code }) => ({ id, code, shortLink: store.shortLink(code) }));
	}),
	status: action(schemas.status, ({ store }, { id, status, at, visibleAt }) => {
		store.setStatus(id, status, at, { visibleAt });
		return {};
	}),
	clicks: action(schemas.clicks, ({ store }, { code, count, at }) => {
		for (let n = 0; n < count; n++) store.click(code, at);
		return {};
	}),
	advance: action(schemas.advance, ({ clock }, { ms }) => {
		clock.advance(ms);
		return { now: clock.now() };
	}),
};
