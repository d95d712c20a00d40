import { sleep } from 'n8n-workflow';

/** What a combined signal is made of. */
const sourcesOf = new WeakMap<AbortSignal, AbortSignal[]>();

/**
 * A signal that is aborted with the first of these. It holds them: Node.js 20.20 and 24.21 collect a limit of time that only
 * such a signal depends on, which then is not aborted (https://github.com/nodejs/node/issues/57736 and 65995). It is never
 * made of a combined one: with a limit of time in it, Node.js 24.21 would keep that for good.
 */
export function anyOf(...signals: Array<AbortSignal | undefined>): AbortSignal {
	const sources = signals.flatMap((each) => (each ? (sourcesOf.get(each) ?? [each]) : []));
	const combined = AbortSignal.any(sources);
	sourcesOf.set(combined, sources);
	return combined;
}

/** Aborted after `ms` milliseconds: Node.js itself takes whole ones only, and what a clock measures has fractions. */
export const timeLimit = (ms: number): AbortSignal =>
	AbortSignal.timeout(Math.max(0, Math.ceil(ms)));

/**
 * Calls `listener` when the signal is aborted, at once if it is already. It listens to a signal of its own: many
 * listeners on that of the execution would look like a leak to Node.js.
 *
 * @returns ends the listening
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
	if (signal?.aborted) listener();
	const own = signal && anyOf(signal);
	own?.addEventListener('abort', listener, { once: true });
	return () => own?.removeEventListener('abort', listener);
}

/** Waits `ms` milliseconds, or until the signal is aborted. Never throws. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
	if (ms <= 0 || signal?.aborted) return;
	let stop: () => void = () => undefined;
	const aborted = new Promise<void>((resolve) => (stop = onAbort(signal, resolve)));
	await Promise.race([sleep(ms), aborted]);
	stop();
}

/**
 * Waits for work at most `ms` milliseconds, or until `stopped`. The work itself is not cut off.
 *
 * @throws what the work throws; Error when it takes too long, or is stopped
 */
export async function inTime<T>(work: Promise<T>, ms: number, stopped?: AbortSignal): Promise<T> {
	const over = anyOf(timeLimit(ms), stopped);
	let stop: () => void = () => undefined;
	const ended = new Promise<never>((_, reject) => (stop = onAbort(over, () => reject(tooLate()))));
	try {
		return await Promise.race([work, ended]);
	} finally {
		stop();
	}
}

/** With the code that Node.js has for it. */
const tooLate = () => Object.assign(new Error('no response in time'), { code: 'ETIMEDOUT' });

export type Settled<T> = { value: T } | { fault: unknown };

/** @throws its fault */
export function valueOf<T>(settled: Settled<T> | undefined): T {
	if (settled && 'value' in settled) return settled.value;
	throw settled?.fault;
}

/** Never throws. */
export async function settle<T>(work: Promise<T>): Promise<Settled<T>> {
	try {
		return { value: await work };
	} catch (fault) {
		return { fault };
	}
}
