import { resultCode } from './resultCodes';

/** The service answered with a result code other than 0. */
export class ServiceRefusal extends Error {
	constructor(
		readonly method: string,
		readonly code: number,
		/** The service's own words, in the account's language: shown, never matched on. */
		readonly said: string,
		readonly data: unknown,
	) {
		super(`${method} answered with code ${code}`);
		this.name = 'ServiceRefusal';
	}
}

/**
 * How a call ended without a usable response. `unreachable`, `untrusted`: no byte of the request left.
 * `cancelled`: a read was cut off, or a call not begun. `incomplete`: a list came, but not all of it.
 */
export type NoResponseKind =
	| 'unreachable'
	| 'untrusted'
	| 'cancelled'
	| 'lost'
	| 'timeout'
	| 'httpStatus'
	| 'html'
	| 'garbled'
	| 'tooLarge'
	| 'incomplete'
	| 'redirect';

/** Carries chosen facts only: raw network errors hold the key. */
export class NoResponse extends Error {
	constructor(
		readonly method: string,
		readonly kind: NoResponseKind,
		/** Network code (`ECONNRESET`), HTTP status, the address redirected to, or what is too much or missing. */
		readonly detail = '',
	) {
		super(`${method}: no response (${kind} ${detail})`);
		this.name = 'NoResponse';
	}
}

/** The call was cut off, or not begun: the execution was stopped, or its time was up. */
export const isCancelled = (fault: unknown): fault is NoResponse =>
	fault instanceof NoResponse && fault.kind === 'cancelled';

/** HTTP statuses below 500 that a gateway may answer with after it forwarded the request. */
const UNDECIDED_STATUSES = ['408', '409', '425', '499'];

/**
 * Whether a write that ended with this fault may have been carried out. Only a proof says no: a fault of our
 * own may have come after the request.
 */
export function mayHaveHappened(fault: unknown): boolean {
	if (fault instanceof ServiceRefusal) return resultCode(fault.code)?.undecided === true;
	if (!(fault instanceof NoResponse)) return true;
	if (fault.kind === 'httpStatus')
		return Number(fault.detail) >= 500 || UNDECIDED_STATUSES.includes(fault.detail);
	return !['unreachable', 'untrusted', 'cancelled', 'redirect'].includes(fault.kind);
}
