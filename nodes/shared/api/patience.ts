import { settle } from '../outcome';
import { NoAnswer, ServiceRefusal } from './faults';
import { pause } from './pause';
import { RESULT_CODES } from './resultCodes';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/** Which faults a call may be repeated after, and for how long in all. */
export interface Patience {
	giveUpAfterMs: number;
	/** For one attempt. n8n's own limit of 300 s would hide a dead server. */
	timeoutMs: number;
	mayRepeat(fault: unknown): boolean;
}

export const RATE_CODE = 30;

/** The service refused the call because there were too many: nothing happened, it can be made again. */
export const isRateRefusal = (fault: unknown): boolean =>
	fault instanceof ServiceRefusal && fault.code === RATE_CODE;

/** Network faults, HTTP 5xx and 429, cut-off answers, and the codes that pass by themselves. */
export const READ: Patience = {
	giveUpAfterMs: 30_000,
	timeoutMs: 30_000,
	mayRepeat(fault) {
		if (fault instanceof ServiceRefusal) return RESULT_CODES[fault.code]?.passing === true;
		if (!(fault instanceof NoAnswer)) return false;
		if (fault.kind === 'httpStatus') return Number(fault.detail) >= 500 || fault.detail === '429';
		return ['lost', 'timeout', 'garbled', 'unreachable'].includes(fault.kind);
	},
};

/**
 * Never widen this. A write is repeated only when the service said that it refused it, or when no
 * connection was made at all; after anything else it may have been carried out, and a message sent
 * again is a second, billed message. Longer than a minute, since limits per minute are common.
 */
export const WRITE: Patience = {
	giveUpAfterMs: 90_000,
	timeoutMs: 60_000,
	mayRepeat: (fault) =>
		isRateRefusal(fault) || (fault instanceof NoAnswer && fault.kind === 'unreachable'),
};

/** Capped exponential back-off with jitter: half of the step is certain, half is drawn. In ms. */
export function backOff(attempt: number): number {
	const step = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
	return step / 2 + (Math.random() * step) / 2;
}

/**
 * Makes a call, and makes it again as its patience allows. A cancelled execution ends it at once.
 *
 * @throws the last fault when time is up, or at once a fault that must not or need not be repeated
 */
export async function patiently<T>(
	patience: Patience,
	signal: AbortSignal | undefined,
	attempt: () => Promise<T>,
): Promise<T> {
	const giveUpAt = Date.now() + patience.giveUpAfterMs;
	for (let tries = 0; ; tries++) {
		const outcome = await settle(attempt);
		if ('value' in outcome) return outcome.value;
		// The pace of the run already makes the next attempt wait after a rate refusal.
		const wait = isRateRefusal(outcome.fault) ? 0 : Math.max(backOff(tries), retryAfterMs(outcome.fault));
		const late = Date.now() + wait > giveUpAt;
		if (late || signal?.aborted || !patience.mayRepeat(outcome.fault)) throw outcome.fault;
		await pause(wait, signal);
	}
}

const retryAfterMs = (fault: unknown) => (fault instanceof NoAnswer ? (fault.retryAfterMs ?? 0) : 0);
