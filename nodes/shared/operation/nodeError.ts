import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { describeNoAnswer, describeRefusal } from '../api/describe';
import { NoAnswer, ServiceRefusal } from '../api/faults';
import { ParameterRefusal } from './itemParameters';
import { Refusal } from './refusal';

export type NodeFault = NodeApiError | NodeOperationError;

/**
 * The fault of an item in n8n's form. Built from chosen texts only: raw network errors carry the
 * address with the key in it.
 */
export function toNodeError(node: INode, fault: unknown, itemIndex?: number): NodeFault {
	if (fault instanceof NodeApiError || fault instanceof NodeOperationError) return fault;
	if (fault instanceof ServiceRefusal) {
		const facts = { method: fault.method, resultCode: fault.code };
		return new NodeApiError(node, facts, { ...describeRefusal(fault), itemIndex });
	}
	if (fault instanceof NoAnswer) {
		const facts = { method: fault.method, kind: fault.kind };
		return new NodeApiError(node, facts, { ...describeNoAnswer(fault), itemIndex });
	}
	const hint = fault instanceof ParameterRefusal || fault instanceof Refusal ? fault.hint : undefined;
	const message = fault instanceof Error ? fault.message : String(fault);
	return new NodeOperationError(node, message, { description: hint, itemIndex });
}
