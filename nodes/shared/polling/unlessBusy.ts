/** What is being worked on. */
const busy = new WeakSet<object>();

/**
 * Does the work unless other work on the same object is under way: polls that take longer than their
 * interval would overlap, and emit the same twice.
 *
 * @returns undefined when the work was left out
 */
export async function unlessBusy<T>(
	subject: object,
	work: () => Promise<T>,
): Promise<T | undefined> {
	if (busy.has(subject)) return undefined;
	busy.add(subject);
	try {
		return await work();
	} finally {
		busy.delete(subject);
	}
}
