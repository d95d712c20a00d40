import { NodeOperationError } from 'n8n-workflow';

import { isCancelled } from '../api/faults';
import { firstOf, Refusal } from '../input/parse';
import { groupBy } from './gather';
import { toFaultText, toNodeError, worded, type NodeFault } from './nodeError';
import type { Run } from './run';

const MOST_CAUSES = 5;

const MOST_NAMED = 10;

/**
 * The error of a run that ends early: how far it got, and why. Items are counted from 1, and a cause that
 * several items share is named once.
 */
export function stopSummary(run: Run, counted: string): NodeFault {
	const node = run.context.getNode();
	const faults = [...run.faults]
		.filter(([, fault]) => !run.cancelled || !isCancelled(fault))
		.sort(([a], [b]) => a - b);
	// n8n knows a cancelled execution from a failed one by the word in brackets.
	const stopped = run.cancelled ? '; the execution was stopped (canceled)' : '';
	const reached = `${run.done} of ${run.itemCount} ${counted}${stopped}`;
	if (faults.length === 0) return new NodeOperationError(node, reached);
	const [itemIndex, fault] = faults[0];
	const first = toNodeError(node, fault, itemIndex);
	if (run.itemCount === 1 && !run.cancelled) return first;
	const [cause, ...others] = causes(faults, run.itemCount);
	const message = `${reached}; ${cause}`;
	first.description = [
		first.description,
		...others.slice(0, MOST_CAUSES).map(capitalized),
		others.length > MOST_CAUSES && `and ${others.length - MOST_CAUSES} more causes`,
		fault instanceof Refusal &&
			faults.length < run.itemCount &&
			'To leave out such items and go on, set On Error to Continue',
		...run.notes,
	]
		.filter(Boolean)
		.join(' · ');
	return worded(first, message);
}

/** Each cause once, with its items: `items 2, 5: "Recipient" is empty`. */
const causes = (faults: Array<[number, unknown]>, itemCount: number): string[] =>
	groupBy(faults, ([, fault]) => toFaultText(fault)).map((group) => {
		const numbers = group.map(([index]) => index + 1);
		const items = `${group.length === 1 ? 'item' : 'items'} ${firstOf(numbers, MOST_NAMED)}`;
		return `${group.length === itemCount ? 'every item' : items}: ${toFaultText(group[0][1])}`;
	});

const capitalized = (text: string): string => text[0].toUpperCase() + text.slice(1);
