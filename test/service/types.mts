import type { Step } from './store/statuses.mts';

/** Which wording of the answers to use: the written specification, or recorded live answers. */
export type Dialect = 'observed' | 'documented';

/** How to start the service; every option has a default. */
export interface ServiceOptions {
	/** TCP port on 127.0.0.1; by default any free one. */
	port?: number;
	/** By default `observed`. */
	dialect?: Dialect;
	/** Accepted API keys; by default `DEFAULT_KEY`. */
	keys?: string[];
	/** IANA name of the account's time zone, in which all zone-less times are read and written; by default `Asia/Almaty`. */
	timezone?: string;
	/** The service's own clock, in ms since the epoch; `advance(ms)` moves it. */
	now?: () => number;
	/** The statuses that a message to this number takes on by itself. */
	lifecycle?: (to: string) => Step[];
}

/** One API call as it arrived and as it was answered. Times are wall-clock ms since the epoch. */
export interface CallRecord {
	/** `Link/Create` in the specification's spelling, or the raw path when there is no such method. */
	method: string;
	query: Record<string, string>;
	rawBody: string;
	params: unknown;
	headers: Record<string, string | string[] | undefined>;
	startedAt: number;
	endedAt?: number;
	/** The result code that was answered; absent when the caller got no envelope. */
	code?: number;
	/** The fault that met this call, as JSON, or `rate limit`. */
	fault?: string;
	/** Ids of the messages or links that this call created, late ones too once they are there. */
	accepted?: string[];
}
