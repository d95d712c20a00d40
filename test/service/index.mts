import { createApp } from './http/app.mts';
import { Service } from './service.mts';
import type { ServiceOptions } from './types.mts';

export { DEFAULT_KEY } from './service.mts';
export type { At, FaultKind, FaultRule, RateLimit } from './faults.mts';
export { VAST, VAST_FORMS, type VastForm } from './http/vast.mts';
export { FREEDOM_VALUES, type FreedomName, type Freedoms } from './freedoms/switches.mts';
export { RECIPIENTS, type Step } from './store/statuses.mts';
export type { NewLink, NewMessage } from './store/store.mts';
export type { StoredLink } from './store/links.mts';
export type { StoredMessage } from './store/messages.mts';
export type { CallRecord, Dialect, ServiceOptions } from './types.mts';

/** A running service on 127.0.0.1. */
export interface LocalService extends Service {
	/** `http://127.0.0.1:<port>`, without a final slash. */
	url: string;
	port: number;
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
	service.address = `${url}/`;
	service.reset();
	return Object.assign(service, {
		url,
		port: Number(new URL(url).port),
		close: async () => {
			service.shutDown();
			await app.close();
		},
	});
}
