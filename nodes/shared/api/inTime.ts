/**
 * Waits for work no longer than allowed. What is under way is not cut off, only no longer waited for.
 *
 * @param ms at most so many milliseconds
 * @param stopped a cancelled execution ends the waiting, too
 * @throws what the work throws; Error when it takes too long, or the execution is stopped
 */
export async function inTime<T>(
	work: Promise<T>,
	ms: number,
	stopped: AbortSignal | undefined,
): Promise<T> {
	const late = AbortSignal.timeout(Math.max(0, Math.ceil(ms)));
	const over = stopped ? AbortSignal.any([late, stopped]) : late;
	const ended = new Promise<never>((_, reject) => {
		const giveUp = () =>
			reject(new Error(late.aborted ? 'no answer in time' : 'the execution was stopped'));
		if (over.aborted) giveUp();
		else over.addEventListener('abort', giveUp, { once: true });
	});
	return await Promise.race([work, ended]);
}
