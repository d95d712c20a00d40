import { Failure } from '../../shared/operation/failure';
import { toFaultText } from '../../shared/operation/nodeError';
import type { Unclear } from './match';

/** How many of the messages found are named. */
const MOST_NAMED = 5;

/** The message may have been sent, and it is not known whether. No retry sends it again. */
export function unknownOutcome({ item, fault, found }: Unclear): Failure {
	const { recipient } = item.message;
	const cause = fault === undefined ? 'an earlier try was cut off' : toFaultText(fault);
	const another = item.key === undefined ? '' : ', with another Send Once Key,';
	return new Failure(
		`It is not known whether the message to ${recipient} was sent: ${cause}`,
		`${seenOf(found)} It may have been billed, so it is not sent again. Look for it with the operation Get Many or in the control panel, and send it in a new execution${another} only if it is not there.`,
		{ outcome: 'unknown', recipient },
	);
}

function seenOf(found: string[] | undefined): string {
	if (found === undefined) return 'The list of messages could not be read.';
	if (found.length === 0) return 'It was not in the list of messages, but may still appear there.';
	return `The list has ${count(found.length)} to this number that may be it: ${found.slice(0, MOST_NAMED).join(', ')}.`;
}

const count = (found: number): string => (found === 1 ? 'one message' : `${found} messages`);

/** The part of a message that the texts use. */
interface Named {
	key: string | undefined;
	message: { recipient: string };
}

const shown = ({ key = '' }: Named): string => key.slice(0, 40);

/** The Send Once Key was used by a message that was sent, and the user wants to know. */
export const keySeen = (item: Named): Failure =>
	new Failure(
		`"Send Once Key" was used before: ${shown(item)}`,
		'A message with this key was sent earlier. Use another key to send it anyway.',
		{ outcome: 'refused', field: 'sendOnceKey', recipient: item.message.recipient },
	);

/** The key is recorded, and it is not known whether its message was sent. */
export const keyOpen = (item: Named): Failure =>
	new Failure(
		`It is not known whether a message with this "Send Once Key" was sent: ${shown(item)}`,
		'It is being sent now, or an earlier try ended without a clear answer. It is not sent again. Look for it with the operation Get Many or in the control panel. Use another key only if it is not there.',
		{ outcome: 'unknown', field: 'sendOnceKey', recipient: item.message.recipient },
	);

/** n8n's store failed; nothing may be sent without it. */
export function notRecorded({ key, message }: Named, fault: unknown): Failure {
	const reason = fault instanceof Error ? fault.message : String(fault);
	const what = key === undefined ? 'The message' : '"Send Once Key"';
	return new Failure(
		`${what} could not be recorded, so nothing was sent now: ${reason}`,
		'Save the workflow first, and check the database of n8n. If n8n was restarted during the execution, an earlier start may have sent it: look for it with the operation Get Many.',
		{ outcome: key === undefined ? 'notSent' : 'refused', recipient: message.recipient },
	);
}

/** After several calls in a row without a decision, the rest is not tried. */
export const notReached = ({ message }: Named): Failure =>
	new Failure(
		'It was not sent, because several calls in a row got no clear answer or were refused as too many',
		'Check the service, its limit of calls and the network of this n8n, then send it again.',
		{ outcome: 'notSent', recipient: message.recipient },
	);
