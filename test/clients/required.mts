/** Clients whose tests must not be skipped, by their names with commas between: REQUIRED_CLIENTS. */
const REQUIRED = (process.env.REQUIRED_CLIENTS ?? '').split(',').filter(Boolean);

/**
 * Gets a client that is installed apart from what this package needs.
 *
 * @returns why it cannot be had, where it cannot
 * @throws Error where REQUIRED_CLIENTS names it, so that its test fails instead of being skipped
 */
export function obtain<C>(name: string, get: () => C): C | string {
	try {
		return get();
	} catch (error) {
		if (REQUIRED.includes(name)) throw error;
		return `${name} could not be had: ${String(error).slice(0, 200)}`;
	}
}
