import { NoAnswer } from '../../shared/api/faults';
import type { Verdict } from './verdict';

/** Three calls in a row without any answer, or ten with none that decides, make a run stop. */
const LONG = 30;
const NOTHING_CAME = 10;
const NOT_DECIDED = 3;

/**
 * Watches for a service that swallows everything: each such call costs up to a minute and leaves another
 * message of which nobody knows whether it was sent.
 */
export class Silence {
	private length = 0;

	get isLong(): boolean {
		return this.length >= LONG;
	}

	after(verdict: Verdict): void {
		if (verdict.kind !== 'unknown') this.length = 0;
		else this.length += isNothing(verdict.fault) ? NOTHING_CAME : NOT_DECIDED;
	}
}

const isNothing = (fault: unknown): boolean =>
	fault instanceof NoAnswer && (fault.kind === 'timeout' || fault.kind === 'lost');
