import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { describeNoAnswer, describeRefusal } from '../api/describe';
import { NoAnswer, ServiceRefusal } from '../api/faults';
import { ParameterRefusal } from './itemParameters';
import { Refusal } from './refusal';

/** The short text of a fault, for use within another sentence. */
export function toFaultText(fault: unknown): string {
	if (fault instanceof ServiceRefusal) return describeRefusal(fault).message;
	if (fault instanceof NoAnswer) return describeNoAnswer(fault).message;
	return fault instanceof Error ? fault.message : String(fault);
}

export type NodeFault = NodeApiError | NodeOperationError;

/**
 * The fault of an item in n8n's form. Built from chosen texts only: raw network errors carry the
 * address with the key in it.
 */
export function toNodeError(node: INode, fault: unknown, itemIndex?: number): NodeFault {
	if (fault instanceof NodeApiError || fault instanceof NodeOperationError) return fault;
	if (fault instanceof ServiceRefusal) {
		const facts = { method: fault.method, resultCode: fault.code };
		const described = describeRefusal(fault);
		return worded(new NodeApiError(node, facts, { ...described, itemIndex }), described.message);
	}
	if (fault instanceof NoAnswer) {
		const facts = { method: fault.method, kind: fault.kind };
		const described = describeNoAnswer(fault);
		return worded(new NodeApiError(node, facts, { ...described, itemIndex }), described.message);
	}
	const hint =
		fault instanceof ParameterRefusal || fault instanceof Refusal ? fault.hint : undefined;
	const message = fault instanceof Error ? fault.message : String(fault);
	const error = new NodeOperationError(node, message, { description: hint, itemIndex });
	return worded(error, message);
}

/**
 * Gives an error its message again: n8n replaces one in which it finds the name of a network code,
 * even inside a word ("freEACCESs"), and what was said of the item would be lost.
 */
export function worded(error: NodeFault, message: string): NodeFault {
	error.message = message;
	return error;
}
