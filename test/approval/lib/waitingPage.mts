import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { IDataObject, INodeParameters, IWebhookResponseData } from 'n8n-workflow';
import qs from 'qs';

import { hash } from '../../../nodes/shared/operation/journal/journal.ts';
import { tokenOf } from '../../../nodes/Message/approval/token.ts';
import type { Engine } from '../../engine/lib/engine.mts';

/** As much of Express, in which n8n serves its webhooks, as a node's page may use. */
function likeExpress(response: ServerResponse) {
	return Object.assign(response, {
		status: (code: number) => Object.assign(response, { statusCode: code }),
		send: (body: string) => response.end(body),
	});
}

/** Serves the page of a node that waits, in n8n's own context for webhooks. */
export async function serveWaitingPage(
	n8n: Engine,
	parameters: INodeParameters,
	items: IDataObject[] = [{}],
	/** `question`: the number in the address, of so many that were sent; `asked`: the text of the last one. */
	more: { to?: string; question?: number; sent?: number; asked?: string; name?: string } = {},
) {
	const { WebhookContext } = await import('n8n-core');
	const answers: Array<IWebhookResponseData['workflowData']> = [];
	const workflow = n8n.workflowOf({
		type: 'message',
		parameters: { resource: 'message', operation: 'sendAndWait', ...parameters },
		credential: {},
	});
	const { name = 'Node' } = more;
	if (name !== 'Node') workflow.renameNode('Node', name);
	const node = workflow.getNode(name);
	if (!node) throw new Error('the workflow has no node');
	const type = workflow.nodeTypes.getByNameAndVersion(node.type, 1);

	async function handle(request: IncomingMessage, response: ServerResponse) {
		const body = await text(request);
		const context = new WebhookContext(
			workflow,
			node!,
			{
				...n8n.additionalData(workflow, {}),
				httpRequest: Object.assign(request, {
					// n8n gives a request without a body none either.
					body: body === '' ? undefined : qs.parse(body),
					query: qs.parse(String(request.url).split('?')[1] ?? ''),
				}) as never,
				httpResponse: likeExpress(response) as never,
			},
			'manual',
			{} as never,
			[],
			{
				executionData: {
					contextData: {
						[`node:${name}`]: { questions: more.sent, asked: more.asked && hash(more.asked) },
					},
					nodeExecutionStack: [
						{ node: node!, data: { main: [items.map((json) => ({ json }))] }, source: null },
					],
				},
				resultData: { runData: {} },
			} as never,
		);
		const result = await type.webhook?.call(context);
		if (!result?.noWebhookResponse) throw new Error('n8n would send a response of its own');
		answers.push(result.workflowData);
	}

	const server = createServer((request, response) => void handle(request, response));
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const token = tokenOf(String(parameters.recipient ?? ''));
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?to=${more.to ?? token}&question=${more.question ?? 1}`;
	return {
		/** What the page gave the workflow at each request; undefined where it goes on waiting. */
		answers,
		get: async (headers: Record<string, string> = {}) => await fetch(url, { headers }),
		post: async (fields: Record<string, string>) =>
			await fetch(url, { method: 'POST', body: new URLSearchParams(fields) }),
		close: () => server.close(),
	};
}
