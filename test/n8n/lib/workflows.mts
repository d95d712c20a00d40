import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { IConnections, INode } from 'n8n-workflow';
import { eventually } from './progress.mts';

export interface WorkflowNode extends Omit<INode, 'parameters'> {
	parameters: Record<string, unknown>;
}

export interface WorkflowFile {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
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

export function node(
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode {
	return { id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters, ...more };
}

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

/** Connects each node with the next one. */
export const chain = (nodes: Array<{ name: string }>): IConnections =>
	Object.fromEntries(
		nodes.slice(1).map(({ name }, i) => {
			return [nodes[i].name, { main: [[{ node: name, type: 'main' as const, index: 0 }]] }];
		}),
	);

const { name: HEADER, value: KEY } = KEYS.httpHeaderAuth.data;

export async function postWebhook(
	n8nUrl: string,
	path: string,
	body: object,
	{ key = KEY, signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<{ status: number; json: unknown }> {
	const response = await fetch(`${n8nUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', [HEADER]: key },
		body: JSON.stringify(body),
		signal,
	});
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('json');
	return { status: response.status, json: isJson ? JSON.parse(text) : undefined };
}

/**
 * Posts to a webhook until n8n has taken it, as a careful sender does: n8n may be away. A post whose
 * answer got lost may start its workflow twice.
 *
 * @param body what is posted, or what the first, second ... post is made of
 * @returns how often it was posted
 */
export async function post(
	n8nUrl: string,
	path: string,
	body: object | ((post: number) => object),
): Promise<number> {
	let posts = 0;
	const take = async () => {
		posts++;
		const now = typeof body === 'function' ? body(posts) : body;
		const signal = AbortSignal.timeout(60_000);
		const { status } = await postWebhook(n8nUrl, path, now, { signal });
		assert.equal(status, 200, `Webhook ${path}`);
	};
	await eventually(take, { timeout: 300_000, interval: 500 });
	return posts;
}
