import {
	updateDisplayOptions,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import type { Operation } from './definition';
import { continues, isAgentsTool } from './ledger';
import { failedAs, failedItem, readByAgents, toNodeError } from './nodeError';
import { ItemParameters } from '../input/itemParameters';
import { Refusal } from '../input/parse';

/**
 * Lists keep the given order. The first operation of a resource is its default, which n8n does not save: keep it the
 * first. A new node has the first of all.
 */
export function nodeProperties(
	resources: INodePropertyOptions[],
	operations: readonly Operation[],
): INodeProperties[] {
	const initial = operations[0].resource;
	return [
		...operations.map(toolDescription),
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources,
			default: initial,
		},
		...resources.map((resource) => operationField(String(resource.value), operations)),
		...operations.flatMap(({ resource, operation, properties }) =>
			updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, properties),
		),
	];
}

function operationField(resource: string, operations: readonly Operation[]): INodeProperties {
	const offered = operations.filter((candidate) => candidate.resource === resource);
	const initial = offered[0].operation;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: offered.map(({ operation: value, name, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: initial,
	};
}

/** Without it an AI agent would read the action alone, which does not say what is billed. */
const toolDescription = ({ resource, operation, description }: Operation): INodeProperties => ({
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 2 },
	default: description,
	required: true,
	description:
		'What the AI agent reads to know when and how to use this tool. Of a human review it reads nothing.',
	displayOptions: { show: { '@tool': [true], resource: [resource], operation: [operation] } },
});

/**
 * Executes the operation chosen in the editor. If the run cannot even begin and the node is set to continue,
 * each item fails: if it threw, n8n would pass its input on as output, and messages that never went out would
 * look sent.
 *
 * @throws NodeApiError | NodeOperationError in stop mode, and when the execution was stopped
 */
export async function executeNode(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const { resource, operation: name } = node.parameters;
	const operation = operations.find(
		(each) => each.resource === resource && each.operation === name,
	);
	// Of such a tool n8n shows the agent nothing, also of a message that was sent (seen in 2.41.1).
	const { executionOrder } = context.getWorkflowSettings?.() ?? { executionOrder: 'v1' };
	const isUnheard =
		isAgentsTool(node) && (node.onError === 'continueErrorOutput' || executionOrder !== 'v1');
	try {
		if (isUnheard)
			throw new Refusal(
				'As it is set, n8n shows the agent nothing of what this tool does, so nothing was done',
				'In the settings of the tool, set On Error to Continue, and in those of the workflow Execution Order to v1.',
			);
		if (operation) return [await operation.execute(context)];
		throw new Refusal(
			`This node has no operation "${String(resource)}: ${String(name)}"`,
			'Open the node and choose a resource and an operation.',
		);
	} catch (fault) {
		const isStopped = context.getExecutionCancelSignal()?.aborted;
		if (isUnheard || isStopped || !continues(context))
			throw readByAgents(node, toNodeError(node, fault));
		const details = { outcome: failedAs(operation) };
		const failed = context
			.getInputData()
			.map((_, index) => failedItem(context, fault, index, details));
		return [shaped(context, operation, failed)];
	}
}

/** A summary is one item, also of a run that could not begin: a mail follows it. */
function shaped(
	context: IExecuteFunctions,
	operation: Operation | undefined,
	failed: INodeExecutionData[],
): INodeExecutionData[] {
	const zone = context.getTimezone();
	const { shape, properties = [] } = operation ?? {};
	const item = new ItemParameters(context, 0, properties, { account: zone, workflow: zone });
	try {
		return shape?.(item, context)(failed) ?? failed;
	} catch {
		return failed;
	}
}
