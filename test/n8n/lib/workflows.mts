import { randomUUID } from 'node:crypto';
import type { Session } from './session.mts';

export interface WorkflowNode {
	id: string;
	name: string;
	type: string;
	typeVersion: number;
	position: [number, number];
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string | null; name: string }>;
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	disabled?: boolean;
	/** Given by n8n to nodes that are called over HTTP. */
	webhookId?: string;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
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

export const MANUAL_TRIGGER = 'n8n-nodes-base.manualTrigger';

/** A poll every 5 seconds, by twelve schedules that are due once a minute each. */
export const EVERY_5_SECONDS = {
	item: Array.from({ length: 12 }, (_, i) => ({
		mode: 'custom',
		cronExpression: `${i * 5} * * * * *`,
	})),
};

/** Saves a workflow, as the editor does after an import from a file. */
export async function createWorkflow(session: Session, file: WorkflowFile): Promise<SavedWorkflow> {
	// To newer versions both go without saying; n8n 1 finds credentials by name only in a project.
	const { id: projectId } = await session.call<{ id: string }>('GET', '/projects/personal');
	return await session.call('POST', '/workflows', { ...file, projectId, active: false });
}

/** Publishes the saved version, so that its trigger works by itself, from a moment later on. */
export async function activateWorkflow(session: Session, workflow: SavedWorkflow): Promise<void> {
	await session.call('POST', `/workflows/${workflow.id}/activate`, {
		versionId: workflow.versionId,
	});
}

/** Saves a workflow and publishes it. */
export async function publish(session: Session, file: WorkflowFile): Promise<SavedWorkflow> {
	const workflow = await createWorkflow(session, file);
	await activateWorkflow(session, workflow);
	return workflow;
}

export async function deactivateWorkflow(session: Session, workflow: SavedWorkflow): Promise<void> {
	await session.call('POST', `/workflows/${workflow.id}/deactivate`, {});
}

/** Makes a node for workflows that tests put together by code. */
export function node(
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters, ...more };
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
