import { describe } from '../api/describe';
import { ServiceRefusal } from '../api/faults';

/**
 * `refused`: certainly not sent, may be tried again. `unknown`: may have been sent, must not be tried again
 * blindly. `notSent`: not reached. `failed`: the operation sends nothing.
 */
export type FailedOutcome = 'refused' | 'unknown' | 'notSent' | 'failed';

/** Of an operation's item, where its fault does not say. */
export const failedAs = (operation: { sends?: true } | undefined): FailedOutcome =>
	operation?.sends ? 'refused' : 'failed';

/** Why it could not be found out whether a message was sent: `send/texts` has the words for each. */
export type Reason = 'notListed' | 'listUnread' | 'text' | 'time' | 'rival' | 'unmeasured' | 'key';

export interface FailureDetails {
	outcome: FailedOutcome;
	reason?: Reason;
	/** Ids of messages that may be the item's. */
	found?: Array<string | number>;
	/** Result code of the service. */
	code?: number;
	/** The parameter that was refused. */
	field?: string;
	/** As it was, or would have been, sent. */
	recipient?: string;
}

/** Where the values of the user are not to blame. `hint` says what to do next. */
export class Failure extends Error {
	constructor(
		message: string,
		readonly hint: string,
		readonly details: Partial<FailureDetails> = {},
	) {
		super(message);
		this.name = 'Failure';
	}
}

const LOOK =
	'Look with the operation Get Many whether it was done, and start a new execution if it was not.';

/** The failure of a write that may have been made. `look` says how to find out. */
export function notKnown(what: string, fault?: unknown, look = LOOK): Failure {
	// The advice for other calls is to try again.
	const advice = describe(fault, look)?.description ?? look;
	const code = fault instanceof ServiceRefusal && { code: fault.code };
	return new Failure(what, advice, { outcome: 'unknown', ...code });
}
