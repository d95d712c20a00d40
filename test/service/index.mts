import { createApp } from './http/app.mts';
import type { Faults } from './faults.mts';
import type { Freedoms } from './freedoms/schema.mts';
import { Service } from './service.mts';
import type { Store } from './store/store.mts';
import type { CallRecord, Dialect, ServiceOptions } from './types.mts';

export { BLOCKED_KEY, DEFAULT_KEY, DENIED_KEY, RIGHT_HOST, WRONG_HOST_KEY } from './keys.mts';
export type { At, FaultKind, FaultRule, Faults, Late } from './faults.mts';
export type { RateLimit } from './rateLimit.mts';
export type { FreedomName, Freedoms } from './freedoms/schema.mts';
export { FREEDOM_VALUES } from './freedoms/values.mts';
export { RECIPIENTS, type Lifecycle, type Step } from './store/lifecycle.mts';
export type { NewLink, NewMessage, Store } from './store/store.mts';
export type { StoredCampaign } from './store/campaigns.mts';
export type { StoredLink } from './store/links.mts';
export type { StoredMessage } from './store/messages.mts';
export type { CallRecord, Dialect, ServiceOptions } from './types.mts';

/** A running service on 127.0.0.1. */
export interface LocalService {
	/** `http://127.0.0.1:<port>`, without a final slash. */
	url: string;
	port: number;
	timezone: string;
	store: Store;
	/** Every API call in order of arrival. */
	calls: CallRecord[];
	faults: Faults;
	/** Numbers to which messages end with the status given here, whatever the lifecycle says. */
	endings: Map<string, string>;
	/** What the service is free to do and does; assign to a switch, or use `setFreedoms`. */
	freedoms: Freedoms;
	/**
	 * Turns these switches on, each checked, and all others off.
	 * @throws ZodError for an unknown name or a value that is not possible
	 */
	setFreedoms(given?: Partial<Freedoms>): void;
	/** Begins all that is random anew, with this seed. */
	setSeed(seed: number): void;
	setDialect(dialect: Dialect): void;
	/** Moves the clock forward. */
	advance(ms: number): void;
	/** The service's own clock, which `Date` shows, in ms since the epoch. */
	now(): number;
	/** The clock that stamps the account's rows, in ms since the epoch. */
	accountNow(): number;
	/** Forgets state, calls, faults and freedoms; clock, seed and dialect are again as at the start. */
	reset(): void;
	/** Stops at once, whatever calls are open. */
	close(): Promise<void>;
}

/**
 * Starts the service.
 * @throws Error with code EADDRINUSE when the port is taken; RangeError for an unknown time zone
 */
export async function startService(options: ServiceOptions = {}): Promise<LocalService> {
	const service = new Service(options);
	const app = createApp(service);
	const url = await app.listen({ port: options.port ?? 0, host: '127.0.0.1' });
	service.store.publicUrl = options.publicUrl ?? `${url}/`;
	return {
		url,
		port: Number(new URL(url).port),
		timezone: service.timezone,
		store: service.store,
		calls: service.calls,
		faults: service.faults,
		endings: service.endings,
		freedoms: service.freedoms,
		setFreedoms: (given) => service.setFreedoms(given),
		setSeed: (seed) => service.random.restart(seed),
		setDialect: (dialect) => {
			service.dialect = dialect;
		},
		advance: (ms) => service.clock.advance(ms),
		now: () => service.clock.now(),
		accountNow: () => service.store.clock.now(),
		reset: () => service.reset(),
		close: async () => {
			service.shutDown();
			await app.close();
		},
	};
}
