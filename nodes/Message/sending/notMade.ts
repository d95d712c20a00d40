import { NoAnswer } from '../../shared/api/faults';

/** The request did not go out: meanwhile the run had been stopped. */
export class NotMade extends Error {}

/** The call was not begun, so that nothing is known against its message. */
export const isNotMade = (fault: unknown): boolean =>
	fault instanceof NotMade || (fault instanceof NoAnswer && fault.kind === 'cancelled');
