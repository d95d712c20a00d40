import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

import { describe } from '../api/describe';
import { Refusal } from './refusal';

/** The short text of a fault, for use within another sentence. */
export const toFaultText = (fault: unknown): string => describe(fault)?.message ?? ownText(fault);

const ownText = (fault: unknown): string =>
	fault instanceof Error ? fault.message : String(fault);

export type NodeFault = NodeApiError | NodeOperationError;

/**
 * The fault of an item in n8n's form. Built from chosen texts only: raw network errors carry the
 * address with the key in it.
 */
export function toNodeError(node: INode, fault: unknown, itemIndex?: number): NodeFault {
	if (fault instanceof NodeApiError || fault instanceof NodeOperationError) return fault;
	const described = describe(fault);
	if (described) {
		const { facts, ...options } = described;
		return worded(new NodeApiError(node, facts, { ...options, itemIndex }), described.message);
	}
	const message = ownText(fault);
	const description = fault instanceof Refusal ? fault.hint : undefined;
	const error = new NodeOperationError(node, message, { description, itemIndex });
	return worded(error, message);
}

/** An item that failed, as n8n's error output takes it; a message in `json` would look like a result. */
export const failedItem = (node: INode, fault: unknown, index: number): INodeExecutionData => ({
	json: {},
	error: toNodeError(node, fault, index),
	pairedItem: { item: index },
});

/**
 * Gives an error its message again: n8n replaces one in which it finds the name of a network code,
 * even inside a word ("freEACCESs"), and what was said of the item would be lost.
 */
export function worded(error: NodeFault, message: string): NodeFault {
	error.message = message;
	return error;
}
