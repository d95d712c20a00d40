import { sleep } from 'n8n-workflow';

/** Waits `ms` milliseconds, or less: a cancelled execution ends the wait at once. Never throws. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	if (ms <= 0 || signal?.aborted) return;
	if (!signal) return await sleep(ms);
	// A signal of its own: where many wait, listeners on the execution's would look like a leak to Node.js.
	const own = AbortSignal.any([signal]);
	let wake: () => void = () => undefined;
	const aborted = new Promise<void>((resolve) => {
		wake = resolve;
	});
	own.addEventListener('abort', wake, { once: true });
	await Promise.race([sleep(ms), aborted]);
	own.removeEventListener('abort', wake);
}
