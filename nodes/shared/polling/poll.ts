import {
	NodeOperationError,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type IPollFunctions,
} from 'n8n-workflow';

/** What a trigger shows for a manual test, and what it emits. */
export interface Polled {
	sample(): Promise<IDataObject[]>;
	/** @returns the items since a saved state, and the state after it */
	emit(saved: unknown): Promise<{ items: IDataObject[]; state: IDataObject }>;
}

/** Triggers whose poll is under way, by the ids of workflow and node. */
const busy = new Set<string>();

/**
 * Polls for n8n, unless another poll of the trigger is under way: both would emit the same. n8n makes the next
 * one when it is due, however long the last one takes; on its own schedule with the workflow loaded anew.
 *
 * @throws what `sample` and `emit` throw, with nothing lost: n8n saves state and items together, or neither
 */
export async function pollAlone(
	context: IPollFunctions,
	{ sample, emit }: Polled,
): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return output(await sample());
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (busy.has(trigger)) return null;
	busy.add(trigger);
	try {
		const data = context.getWorkflowStaticData('node');
		const { items, state } = await emit(data.state);
		// Assigned at the first level: n8n notices no change below it.
		data.state = state;
		return output(items);
	} finally {
		busy.delete(trigger);
	}
}

const output = (items: IDataObject[]) =>
	items.length > 0 ? [items.map((json) => ({ json }))] : null;

/** How many items a manual test shows. */
export const SHOWN = 10;

/** The error of a manual test that has nothing to show. */
export const nothingToShow = (node: INode, message: string, advice: string): NodeOperationError =>
	new NodeOperationError(node, message, {
		description: `${advice} Published, the workflow waits for the first one.`,
	});
