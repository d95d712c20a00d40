import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { describe, type Description } from '../api/describe';
import { isRecord } from '../api/wire';
import { ServiceRefusal } from '../api/faults';
import { Refusal } from '../input/parse';
import { isAgentsTool, sourceOf } from './ledger';

/**
 * `refused`: certainly not sent, may be tried again. `unknown`: may have been sent, must not be tried again
 * blindly. `notSent`: not reached. `failed`: the operation sends nothing.
 */
export type FailedOutcome = 'refused' | 'unknown' | 'notSent' | 'failed';

/** Of an operation's item, where its fault does not say. */
export const failedAs = (operation: { sends?: true } | undefined): FailedOutcome =>
	operation?.sends ? 'refused' : 'failed';

/** Why it is not known whether a message was sent; `send/texts` has the words for each. */
export type Reason =
	'notListed' | 'listUnread' | 'text' | 'time' | 'rival' | 'unmeasured' | 'sending' | 'key';

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
	/** What to do, where the row has a column `message` of its own. */
	advice?: string;
}

/**
 * For a failed item that comes out with the columns of its row. A `message` of the row stays, since it may be the text of
 * the SMS, and the advice goes into `details`; a `message` that an earlier failure put there gives way.
 */
export function keepingMessage(
	failed: IDataObject,
	{ message, details }: IDataObject,
): IDataObject {
	const isAdvice = isRecord(details) && 'outcome' in details && !('advice' in details);
	if (message === undefined || isAdvice) return failed;
	return { ...failed, message, details: { ...Object(failed.details), advice: failed.message } };
}

/** A fault for which no value of the user is to blame. `hint` says what to do next. */
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

/** The failure of a write that may have been made. */
export function notKnown(
	fault: unknown,
	what = `It is not known whether this was done: ${toFaultText(fault)}`,
): Failure {
	// The advice for other calls is to try again.
	const advice = describe(fault, LOOK)?.description ?? LOOK;
	const code = fault instanceof ServiceRefusal && { code: fault.code };
	return new Failure(what, advice, { outcome: 'unknown', ...code });
}

/** What happened, in one sentence that holds no key. Of a network fault it says no more than its code. */
export const toFaultText = (fault: unknown): string => wordsOf(fault).message;

const wordsOf = (fault: unknown): Pick<Description, 'message'> & Partial<Description> =>
	describe(fault) ?? {
		message: fault instanceof Error ? fault.message : String(fault),
		description: fault instanceof Refusal || fault instanceof Failure ? fault.hint : undefined,
	};

export type NodeFault = NodeApiError | NodeOperationError;

/** Built from chosen texts only: raw network errors carry the address with the key in it. */
export function toNodeError(node: INode, fault: unknown, itemIndex?: number): NodeFault {
	if (fault instanceof NodeApiError || fault instanceof NodeOperationError) return fault;
	const { facts, message, ...options } = wordsOf(fault);
	const error = facts
		? new NodeApiError(node, facts, { message, ...options, itemIndex })
		: new NodeOperationError(node, message, { ...options, itemIndex });
	return worded(error, message);
}

/**
 * An item that failed: `error` says what happened, `message` what to do. With these names, and no `error` on
 * the item itself, the error output of n8n keeps the columns of the input beside them.
 *
 * n8n 1.123 and 2.0 look for an `error` on the item. Hidden, it does not go into the copy that n8n makes for
 * the error output.
 */
export function failedItem(
	context: IExecuteFunctions,
	fault: unknown,
	index: number,
	details: FailureDetails,
): INodeExecutionData {
	const { message, description = '', facts } = wordsOf(fault);
	const code = facts?.resultCode;
	const known = {
		...(fault instanceof Refusal && fault.parameter && { field: fault.parameter }),
		...(fault instanceof Failure && fault.details),
		...(code !== undefined && { code }),
	};
	const json = { error: message, message: description, details: { ...details, ...known } };
	const pairedItem = { item: index };
	const isErrorOutput = context.getNode().onError === 'continueErrorOutput';
	// Without a node before this one, n8n takes the item itself, and cuts one with an `error` down to its message.
	if (!isErrorOutput || !sourceOf(context)) return { json, pairedItem };
	const item = { json: keepingMessage(json, context.getInputData()[index].json), pairedItem };
	const error = toNodeError(context.getNode(), fault, index);
	return Object.defineProperty(item, 'error', { value: error });
}

/**
 * For what n8n's editor shows as HTML in one place and as text in another: a stranger could put a link or an
 * image of their own there.
 */
export const withoutTags = (text: string): string => text.replaceAll('<', '\u2039');

/** A value of the user may have this word, by which n8n takes an execution for one that was stopped, and offers no retry. */
const CANCELED = /(?<!stopped \()canceled/g;

/**
 * Gives an error its message again: n8n replaces a message in which it finds the name of a network code, even inside a
 * word ("freEACCESs").
 */
export function worded(error: NodeFault, message: string): NodeFault {
	error.message = withoutTags(message).replace(CANCELED, 'cancel\u2060ed');
	error.description = error.description && withoutTags(error.description);
	return error;
}

/** A newer agent reads only the message of its tool's error, so that must say what to do. */
export const readByAgents = (node: INode, error: NodeFault): NodeFault =>
	(isAgentsTool(node) || node.type.endsWith('Tool')) && error.description
		? worded(error, `${error.message}\n\nDetails: ${error.description}`)
		: error;
