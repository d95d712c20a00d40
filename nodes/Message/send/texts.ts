import { number } from '../../shared/api/wire';
import { Refusal } from '../../shared/input/parse';
import { Failure, toFaultText, type Reason } from '../../shared/operation/nodeError';
import type { Item } from './items';
import { MOST_KEYS } from './onceRow';

const MOST_NAMED = 5;

/** A new execution would send what was sent again. */
export const REST =
	'To send the rest and nothing twice, click Retry in the list of executions; to leave out items that fail, first set On Error to Continue';

/** The retry of a caller runs its sub-workflow anew. */
export const REST_OF_SUB =
	'A retry of the calling execution sends this again; to send only the rest, click Retry at the execution of this sub-workflow in the list of executions, or use Send Once Keys';

/**
 * Why it could not be found out whether a message was sent: a word for workflows, what the list showed, and what to
 * do. The documentation is made from it.
 */
export const REASONS: Readonly<Record<Reason, { what: string; advice: string }>> = {
	notListed: {
		what: 'The list has no message that may be it',
		advice: 'It may still appear there: look again after some minutes.',
	},
	listUnread: {
		what: 'The list of messages could not be read, or not in time',
		advice: 'Look for the message in the list.',
	},
	text: {
		what: 'The list has a message to this number with another text, made since then',
		advice:
			'Compare the texts: the service may have changed the text, or the text was another one when it was sent.',
	},
	time: {
		what: 'The list has an equal message, but its time does not fit the call or the execution',
		advice:
			'If the times are hours apart, correct Account Time Zone in the credential. If they are seconds or minutes apart, the service made it late, or it is another one.',
	},
	rival: {
		what: 'The list has an equal message that another item, execution or program may have sent',
		advice: 'Compare the messages in the list with all that send to this number.',
	},
	unmeasured: {
		what: "No other message of this account was accepted in under 2 s since n8n started, so the times of the list cannot be compared with n8n's clock; the list has an equal message",
		advice: 'Look at its time: if it is that of the execution, the message was sent.',
	},
	sending: {
		what: 'The list got more messages of these items while a retry waited, so another execution still sends them',
		advice: 'Wait until no more of them come, then click Retry again.',
	},
	key: {
		what: 'Its Send Once Key is in use, or was used by an execution that ended without a clear response',
		advice: 'Look for the message in the list. Use another key only if it is not there.',
	},
};

/** The message may have been sent, and it is not known whether. No retry sends it again. */
export function unknownOutcome({ once, message: { recipient }, fault, doubt }: Item): Failure {
	const { reason, found } = doubt ?? { reason: 'listUnread', found: [] };
	const cause = fault === undefined ? 'an earlier try may have sent it' : toFaultText(fault);
	const another = once === undefined ? '' : ', with another Send Once Key,';
	const named = found.length === 0 ? '' : `: ${found.slice(0, MOST_NAMED).join(', ')}`;
	const { what, advice } = REASONS[reason];
	return new Failure(
		`It is not known whether the message to ${recipient} was sent: ${cause}`,
		`${what}${named}. ${advice} It may have been billed, so it is not sent again. Look for it with the operation Get Many or in the control panel, and send it in a new execution${another} only if it is not there.`,
		{ outcome: 'unknown', reason, found: found.map((id) => number(id) ?? id) },
	);
}

const shown = ({ message }: Item): string => message.options.onceKey?.slice(0, 40) ?? '';

/** The Send Once Key was used by a message that was sent, and the user wants to know. */
export const keySeen = (item: Item): Failure =>
	new Failure(
		`"Send Once Key" was used before: ${shown(item)}`,
		'A message with this key was sent earlier. Use another key to send it anyway.',
		{ field: 'sendOnceKey' },
	);

/** The key is recorded, and it is not known whether its message was sent. */
export const keyOpen = (item: Item): Failure =>
	new Failure(
		`It is not known whether a message with this "Send Once Key" was sent: ${shown(item)}`,
		'It is being sent now, an earlier try ended without a clear response, or n8n could not record the key. It is not sent again. Look for it with the operation Get Many or in the control panel. Use another key only if it is not there.',
		{ outcome: 'unknown', reason: 'key', found: [], field: 'sendOnceKey' },
	);

/** With so many keys, the run would forget keys that it used itself. */
export const tooManyKeys = (keys: number): Refusal =>
	new Refusal(
		`"Send Once Key": the run has ${keys} keys, but only ${MOST_KEYS} are remembered, so it sent nothing`,
		'Send the items in parts, with Loop Over Items before this node.',
	);

/** n8n's store of Send Once Keys failed; nothing may be sent without it. */
export const notRecorded = (fault: unknown): Failure =>
	new Failure(
		`"Send Once Key" could not be recorded, so the message was not sent now: ${toFaultText(fault)}`,
		'Save the workflow first, and check the database of n8n. If the key comes out as unknown from now on, use another one. An Agent of n8n has no workflow, and can keep no keys: there, leave the key out.',
	);

/** n8n may call an execution crashed whose worker still sends, as after Redis lost its data (seen in 2.41.1). */
export const stillSending = (): Failure =>
	new Failure(
		'It is not known whether the message was sent: another execution is sending these messages, and more of them came while this retry waited. This retry sent nothing',
		REASONS.sending.advice,
		{ outcome: 'unknown', reason: 'sending', found: [] },
	);

/** After several calls in a row without a clear response, the rest is not tried. */
export const notReached = (): Failure =>
	new Failure(
		'It was not sent, because several calls in a row got no clear response or were refused as too many',
		'Check the service, its limit of calls and the network of this n8n, then send it again.',
		{ outcome: 'notSent' },
	);
