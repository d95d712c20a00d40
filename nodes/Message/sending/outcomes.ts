import { Refusal } from '../../shared/operation/refusal';
import { toFaultText } from '../../shared/operation/nodeError';
import type { Unclear } from './recover';

/** The message may have been sent, and could not be found out. It is not sent again, by no retry either. */
export function unknownOutcome({ message, fault }: Unclear): Refusal {
	const cause = fault === undefined ? 'an earlier try was cut off' : toFaultText(fault);
	return new Refusal(
		`It is not known whether the message to ${message.recipient} was sent: ${cause}`,
		'It may have been billed, so it is not sent again. Look for it with the operation Get Many or in the control panel, and send it in a new execution only if it is not there.',
	);
}

/** The Send Once Key was seen before, and the user wants to know. */
export const keySeen = (key: string): Refusal =>
	new Refusal(
		`"Send Once Key" was seen before: ${key.slice(0, 40)}`,
		'The message was sent earlier, or its outcome is unknown. Use another key to send it all the same.',
	);

/** n8n's store for keys did not work; without it nothing may be sent. */
export const keyNotRecorded = (fault: unknown): Refusal =>
	new Refusal(
		`"Send Once Key" could not be recorded, so nothing was sent: ${fault instanceof Error ? fault.message : String(fault)}`,
		'Save the workflow first, and check the database of n8n.',
	);
