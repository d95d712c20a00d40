/** Makes calls of the service as an outsider's client does, `Module/Method` with its parameters. */
export type Caller = (
	method: string,
	params: object,
) => Promise<{ code: number; data: unknown; message: string }>;

/** Says where the client finds the service, and with which key. */
export type Connect = (url: string, apiKey: string) => Caller;

/** Clients whose tests must not be skipped, by their names with commas between: REQUIRED_CLIENTS. */
const REQUIRED = (process.env.REQUIRED_CLIENTS ?? '').split(',').filter(Boolean);

/**
 * Gets a client that is installed apart from what this package needs.
 *
 * @returns why it cannot be had, where it cannot
 * @throws Error where REQUIRED_CLIENTS names it, so that its test fails instead of being skipped
 */
export function obtain(name: string, get: () => Connect): Connect | string {
	try {
		return get();
	} catch (error) {
		if (REQUIRED.includes(name)) throw error;
		return `${name} could not be had: ${String(error).slice(0, 200)}`;
	}
}
