import {
	updateDisplayOptions,
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import { settle } from '../api/settle';
import type { Operation } from './definition';
import { failedItem, readByAgents, toNodeError } from './nodeError';
import { Refusal } from '../input/refusal';

/**
 * The parameter UI of a node: its resources, the operations of each, and the fields of each operation.
 * Lists stand in the order given, what is wanted most first: it is also the order of n8n's node panel.
 * The first operation given is what a new node does.
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
		...operations.flatMap(shownFields),
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

/**
 * What an AI agent reads of the node as its tool. By itself n8n would give it the action alone, which
 * does not say what is billed.
 */
const toolDescription = ({ resource, operation, description }: Operation): INodeProperties => ({
	displayName: 'Tool Description',
	name: 'toolDescription',
	type: 'string',
	typeOptions: { rows: 2 },
	default: description,
	required: true,
	description: 'What the AI agent reads to know when and how to use this tool',
	displayOptions: { show: { '@tool': [true], resource: [resource], operation: [operation] } },
});

/** The show-conditions are written here, once, for every field of every operation. */
function shownFields({ resource, operation, properties }: Operation): INodeProperties[] {
	return updateDisplayOptions(
		{ show: { resource: [resource], operation: [operation] } },
		properties,
	);
}

/**
 * Executes the operation chosen in the editor. Where the run cannot even begin, its items fail one by
 * one if the node is to continue: if it threw, n8n would pass its input on as output, and messages that
 * never went out would look sent.
 *
 * @throws NodeApiError | NodeOperationError in stop mode, and when the execution was stopped
 */
export async function executeNode(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const operation = find(node, operations);
	const outcome = await settle(async () => {
		if (operation) return await operation.execute(context);
		throw noOperation(node);
	});
	if ('value' in outcome) return [outcome.value];
	const goesOn = context.continueOnFail() && !context.getExecutionCancelSignal()?.aborted;
	if (!goesOn) throw readByAgents(node, toNodeError(node, outcome.fault));
	const details = { outcome: operation?.failedAs ?? ('failed' as const) };
	return [context.getInputData().map((_, index) => failedItem(outcome.fault, index, details))];
}

/** The choice cannot be an expression (`noDataExpression`), so it is one for the node and all its items. */
const find = ({ parameters }: INode, operations: readonly Operation[]): Operation | undefined =>
	operations.find(
		({ resource, operation }) =>
			parameters.resource === resource && parameters.operation === operation,
	);

const noOperation = ({ parameters: { resource, operation } }: INode) =>
	new Refusal(
		`This node has no operation "${String(resource)}: ${String(operation)}"`,
		'Open the node and choose a resource and an operation.',
	);
