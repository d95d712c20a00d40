import { randomUUID } from 'node:crypto';
import type { INode } from 'n8n-workflow';

export interface WorkflowNode extends Omit<INode, 'parameters'> {
	parameters: Record<string, unknown>;
}

/** What a workflow file holds. */
export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
}

export interface SavedWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

export const PACKAGE = 'n8n-nodes-mobizon';
/** The name that the examples give to their credential: n8n finds it by name and type. */
export const CREDENTIAL_NAME = 'Mobizon SMS account';
/** What the examples' webhooks and form are protected with, by the names that they give to it. */
export const KEYS = {
	httpHeaderAuth: {
		name: 'Key of my webhooks',
		data: { name: 'X-Webhook-Key', value: 'a-key-for-the-demo' },
	},
	httpBasicAuth: {
		name: 'Who may send SMS',
		data: { user: 'demo', password: 'a-password-for-the-demo' },
	},
};
export const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

/** A poll every 5 seconds, by twelve schedules that are due once a minute each. */
export const EVERY_5_SECONDS = {
	item: Array.from({ length: 12 }, (_, i) => ({
		mode: 'custom',
		cronExpression: `${i * 5} * * * * *`,
	})),
};

/** Makes a node for workflows that tests put together by code. */
export function node(
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters, ...more };
}

/** A node of the package. */
export function mobizonNode(
	credentialId: string,
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	const credentials = { mobizonSmsApi: { id: credentialId, name: CREDENTIAL_NAME } };
	return node(name, `${PACKAGE}.${type}`, parameters, { credentials, ...more });
}

/** The workflow with some parameters of a node changed, or its credentials. Throws when it has no such node. */
export function withNode(
	file: WorkflowFile,
	name: string,
	{ parameters, ...more }: Partial<WorkflowNode>,
): WorkflowFile {
	if (!file.nodes.some((node) => node.name === name)) throw new Error(`${file.name}: no ${name}`);
	const change = (node: WorkflowNode): WorkflowNode => ({
		...{ ...node, ...more },
		parameters: { ...node.parameters, ...parameters },
	});
	return { ...file, nodes: file.nodes.map((node) => (node.name === name ? change(node) : node)) };
}

/** Connects nodes one after the other by their first outputs. */
export function chain(nodes: WorkflowNode[]): Record<string, unknown> {
	const links = nodes
		.slice(1)
		.map((to, i) => [nodes[i].name, { main: [[{ node: to.name, type: 'main', index: 0 }]] }]);
	return Object.fromEntries(links);
}
