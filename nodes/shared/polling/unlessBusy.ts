/** Objects whose work is under way. */
const busy = new WeakSet<object>();

/**
 * Does the work unless other work on the same object is under way: a poll that takes longer than its
 * interval would overlap with the next, and both would emit the same.
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
