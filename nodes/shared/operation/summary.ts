import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toNodeError, worded, type NodeFault } from './nodeError';
import type { Run } from './run';

/** At most this many faults are told in full; the rest are counted. */
const TOLD = 5;

/**
 * What is thrown when a run ends before its items do: how far it got, and what stood in the way, so
 * that nothing that was done is lost in silence.
 */
export function stopSummary(run: Run, counted: string): NodeFault {
	const node = run.context.getNode();
	const faults = [...run.faults].sort(([a], [b]) => a - b);
	const reached = `${run.done} of ${run.itemCount} ${counted}`;
	if (faults.length === 0) {
		// n8n knows a cancelled execution from a failed one by the word in brackets.
		return new NodeOperationError(node, `${reached}; the execution was stopped (canceled)`);
	}
	const [itemIndex, fault] = faults[0];
	const first = toNodeError(node, fault, itemIndex);
	// A run of one item has nothing to sum up.
	if (run.itemCount === 1) return first;
	const message = `${reached}; item ${itemIndex}: ${first.message}`;
	const description = [first.description, ...others(run, faults.slice(1))]
		.filter(Boolean)
		.join(' · ');
	const options = { message, description, itemIndex, failure: first.failure };
	const error =
		first instanceof NodeApiError
			? new NodeApiError(node, first.errorResponse ?? {}, options)
			: new NodeOperationError(node, message, options);
	return worded(error, message);
}

function others(run: Run, faults: Array<[number, unknown]>): string[] {
	const node = run.context.getNode();
	const told = faults
		.slice(0, TOLD)
		.map(([index, fault]) => `Item ${index}: ${toNodeError(node, fault, index).message}`);
	if (faults.length > TOLD) told.push(`and ${faults.length - TOLD} more items`);
	return told;
}
