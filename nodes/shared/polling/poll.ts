import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

/** What a trigger shows for a manual test, and what it emits with its saved state. */
export interface Polled {
	sample(): Promise<IDataObject[]>;
	/** Changes the state only if all succeeded: n8n saves it and the events together or, after a fault, neither. */
	emit(data: IDataObject): Promise<IDataObject[]>;
}

/** Triggers whose poll is under way, by the ids of workflow and node. */
const busy = new Set<string>();

/**
 * Polls for n8n, unless another poll of the trigger is under way: both would emit the same. n8n makes the next
 * one when it is due, however long the last one takes; on its own schedule with the workflow loaded anew.
 *
 * @throws what `sample` and `emit` throw
 */
export async function pollAlone(
	context: IPollFunctions,
	{ sample, emit }: Polled,
): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const trigger = `${context.getWorkflow().id} ${context.getNode().id}`;
	if (!isManual && busy.has(trigger)) return null;
	if (!isManual) busy.add(trigger);
	try {
		const items = isManual ? await sample() : await emit(context.getWorkflowStaticData('node'));
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} finally {
		if (!isManual) busy.delete(trigger);
	}
}
