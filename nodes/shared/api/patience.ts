import { isCancelled, NoResponse, ServiceRefusal } from './faults';
import { pause, settle } from './promises';
import { CODES, resultCode } from './resultCodes';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;

/** Which faults a call may be repeated after, and for how long in all. */
export interface Patience {
	/** For one attempt. */
	timeoutMs: number;
	/** How long such faults may last; 0 if the call must not or need not be repeated. */
	lastsMs(fault: unknown): number;
}

const TROUBLE_MS = 30_000;

/** Without a connection, where somebody sits before the editor and waits. */
const WATCHED_MS = 5_000;

/** How long code 30 may come without a call that is taken. Over a minute, because limits per minute are common. */
export const RATE_MS = 90_000;

/** Code 30: nothing was done. */
export const isRateRefusal = (fault: unknown): boolean =>
	fault instanceof ServiceRefusal && fault.code === CODES.tooOften;

const isUnreachable = (fault: unknown): boolean =>
	fault instanceof NoResponse && fault.kind === 'unreachable';

/** Network faults, HTTP 5xx and 429, cut-off responses, and the codes that pass by themselves. */
export const READ: Patience = {
	timeoutMs: 30_000,
	lastsMs(fault) {
		if (isRateRefusal(fault)) return RATE_MS;
		if (fault instanceof ServiceRefusal) {
			return resultCode(fault.code)?.passing ? TROUBLE_MS : 0;
		}
		if (!(fault instanceof NoResponse)) return 0;
		const passes =
			fault.kind === 'httpStatus'
				? Number(fault.detail) >= 500 || fault.detail === '429'
				: ['lost', 'timeout', 'garbled', 'unreachable'].includes(fault.kind);
		return passes ? TROUBLE_MS : 0;
	},
};

/** A fault that a pause may end, so fewer calls are made at once. */
export const isTrouble = (fault: unknown): boolean =>
	!isRateRefusal(fault) && READ.lastsMs(fault) > 0;

/**
 * Never widen this. A write is repeated only when the service said that it refused it, or when no connection
 * was made: after anything else a message sent again is a second, billed message.
 */
export const WRITE: Patience = {
	timeoutMs: 60_000,
	lastsMs: (fault) => (isRateRefusal(fault) ? RATE_MS : isUnreachable(fault) ? TROUBLE_MS : 0),
};

/** The same where a person waits: for a run in the editor, and for a list there, whose mode n8n calls internal. */
export const watched = (patience: Patience): Patience => ({
	...patience,
	lastsMs: (fault) =>
		Math.min(patience.lastsMs(fault), isUnreachable(fault) ? WATCHED_MS : Infinity),
});

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

/**
 * Makes a call, and makes it again as its patience allows.
 *
 * @param attempt calls `started` when the request goes out: time before that does not count
 * @throws the last fault; where a call was cut off, its `cause` is what it was repeated for
 */
export async function patiently<T>(
	patience: Patience,
	trouble: Trouble,
	refusals: Trouble,
	signal: AbortSignal | undefined,
	attempt: (started: () => void) => Promise<T>,
): Promise<T> {
	let began: number | undefined;
	let last: unknown;
	for (let tries = 0; ; tries++) {
		const started = () => void (began ??= performance.now());
		const outcome = await settle(attempt(started));
		if ('value' in outcome) {
			trouble.over();
			refusals.over();
			return outcome.value;
		}
		const { fault } = outcome;
		if (isCancelled(fault)) fault.cause = last;
		last = fault;
		const lasts = patience.lastsMs(fault);
		if (lasts === 0 || signal?.aborted) throw fault;
		if (isRateRefusal(fault)) {
			// The pace makes the next attempt wait. While other calls are taken, this one just waits longer.
			trouble.over();
			if (performance.now() > refusals.met() + lasts) throw fault;
			began = undefined;
			continue;
		}
		const wait = backOff(tries);
		if (performance.now() + wait > Math.min(began ?? Infinity, trouble.met()) + lasts) throw fault;
		await pause(wait, signal);
	}
}
