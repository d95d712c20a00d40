import {
	NodeOperationError,
	updateDisplayOptions,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';

import type { Operation } from './definition';

/**
 * The parameter UI of a node: its resources, the operations of each, and the fields of each operation.
 * Lists are shown in alphabetical order; the first operation given is what a new node does.
 */
export function nodeProperties(
	resources: INodePropertyOptions[],
	operations: readonly Operation[],
): INodeProperties[] {
	const initial = operations[0].resource;
	return [
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
	const listed = [...offered].sort((a, b) => a.name.localeCompare(b.name));
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: listed.map(({ operation: value, name, action, description }) => ({
			name,
			value,
			action,
			description,
		})),
		default: initial,
	};
}

/** The show-conditions are written here, once, for every field of every operation. */
function shownFields({ resource, operation, properties }: Operation): INodeProperties[] {
	return updateDisplayOptions(
		{ show: { resource: [resource], operation: [operation] } },
		properties,
	);
}

/**
 * Executes the operation chosen in the editor. The choice cannot be an expression (`noDataExpression`),
 * so it is one for the node and not one for each item.
 */
export async function executeNode(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Promise<INodeExecutionData[][]> {
	const { resource, operation } = context.getNode().parameters;
	const chosen = operations.find(
		(candidate) => candidate.resource === resource && candidate.operation === operation,
	);
	if (!chosen) {
		throw new NodeOperationError(
			context.getNode(),
			`This node has no operation "${String(resource)}: ${String(operation)}"`,
			{ description: 'Open the node and choose a resource and an operation.' },
		);
	}
	return [await chosen.execute(context)];
}
