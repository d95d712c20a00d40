import { NoResponse, ServiceRefusal } from './faults';
import { CODES, resultCode } from './resultCodes';

/** Reads change nothing. */
export type Kind = 'reads' | 'writes';

const TROUBLE_MS = 30_000;

/** Without a connection, where somebody sits before the editor and waits. */
const WATCHED_MS = 5_000;

/** How long code 30 may come without a call that is taken. Over a minute, because limits per minute are common. */
export const RATE_MS = 90_000;

/** Code 30: nothing was done. */
export const isRateRefusal = (fault: unknown): boolean =>
	fault instanceof ServiceRefusal && fault.code === CODES.tooOften;

/** Network faults, HTTP 5xx and 429, cut-off responses, and the codes that pass by themselves. */
export function isPassing(fault: unknown): boolean {
	if (fault instanceof ServiceRefusal) return resultCode(fault.code)?.passing === true;
	if (!(fault instanceof NoResponse)) return false;
	if (fault.kind === 'httpStatus') return Number(fault.detail) >= 500 || fault.detail === '429';
	return ['lost', 'timeout', 'garbled', 'unreachable'].includes(fault.kind);
}

/** The service took the call, and refused it for what it asks. */
export const isRefused = (fault: unknown): boolean =>
	fault instanceof ServiceRefusal && !isPassing(fault);

/**
 * How long a call may be repeated for faults like this one, in ms in all; 0 if it must not or need not be.
 *
 * **Never widen this.** A write is repeated only when the service said that it refused it, or when no connection was made:
 * after anything else a message sent again is a second, billed message.
 */
export function patienceFor(fault: unknown, kind: Kind, isWatched: boolean): number {
	if (isRateRefusal(fault)) return RATE_MS;
	if (fault instanceof NoResponse && fault.kind === 'unreachable')
		return isWatched ? WATCHED_MS : TROUBLE_MS;
	return kind === 'reads' && isPassing(fault) ? TROUBLE_MS : 0;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/** Capped exponential back-off with jitter: half of the step is certain, half is drawn. In ms. */
export function backOff(attempt: number): number {
	const step = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
	return step / 2 + (Math.random() * step) / 2;
}

/**
 * Since when calls meet with faults: those of one run or, for code 30, of all runs that use the account. So a call that
 * begins later does not wait as long again. A call that is taken ends it.
 */
export class Trouble {
	private since: number | undefined;
	private last = -Infinity;

	/** @returns when the faults began, in ms by `performance.now()`; after `RATE_MS` without one they begin anew */
	met(): number {
		const now = performance.now();
		if (now > this.last + RATE_MS) this.since = undefined;
		this.last = now;
		return (this.since ??= now);
	}

	over(): void {
		this.since = undefined;
	}
}
