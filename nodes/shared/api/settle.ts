/** How an attempt ended, as a value, for callers that go on after a fault. */
export type Settled<T> = { value: T } | { fault: unknown };

/** Runs an attempt and never throws. */
export async function settle<T>(attempt: () => Promise<T>): Promise<Settled<T>> {
	try {
		return { value: await attempt() };
	} catch (fault) {
		return { fault };
	}
}
