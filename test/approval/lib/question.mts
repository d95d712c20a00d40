import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { INodeParameters, IWebhookResponseData } from 'n8n-workflow';
import qs from 'qs';

import type { NodeResult, NodeRun } from '../../engine/lib/engine.mts';
import type { Harness } from '../../engine/lib/harness.mts';

export const QUESTION = { recipient: '77011231000', message: 'Pay 120 EUR?' };

/** Asks a question. @throws Error if the execution does not wait after it */
export async function ask(
	h: Harness,
	parameters: INodeParameters = {},
	more: Partial<NodeRun> = {},
): Promise<Waiting> {
	const given = { ...QUESTION, ...parameters };
	const result = await h.message('message.sendAndWait', given, more);
	if (result.run.status !== 'waiting') throw result.error ?? new Error('it does not wait');
	const [link, message] = [h.service.store.links.all(), h.service.store.messages.all()].map(
		(rows) => [...rows].at(-1),
	);
	const { fullLink, text: sms } = { fullLink: '', text: '', ...link, ...message };
	return { result, parameters: given, items: more.items ?? [{}], address: fullLink, sms };
}

export interface Waiting {
	result: NodeResult;
	parameters: INodeParameters;
	items: NonNullable<NodeRun['items']>;
	/** The page, as the link leads to it. */
	address: string;
	sms: string;
}

/** As much of Express, in which n8n serves its webhooks, as a node's page may use. */
function likeExpress(response: ServerResponse) {
	return Object.assign(response, {
		status: (code: number) => Object.assign(response, { statusCode: code }),
		send: (body: string) => response.end(body),
	});
}

/**
 * Serves the page of a question that waits, in n8n's own context for webhooks; n8n checks the signature
 * before it.
 *
 * @param now what has changed since it was asked: values of parameters, the name of the node
 */
export async function serve(
	h: Harness,
	waiting: Waiting,
	now: { parameters?: INodeParameters; name?: string } = {},
) {
	const { WebhookContext } = await import('n8n-core');
	const { name = 'Node' } = now;
	const parameters = { ...waiting.parameters, ...now.parameters };
	const nodeRun = h.node('message', 'message.sendAndWait', parameters, {});
	const workflow = h.engine.workflowOf(nodeRun);
	if (name !== 'Node') workflow.renameNode('Node', name);
	const node = workflow.getNode(name);
	if (!node) throw new Error('the workflow has no node');
	const { webhook } = workflow.nodeTypes.getByNameAndVersion(node.type, 1);
	const address = new URL(waiting.address);
	const [, , executionId] = address.pathname.split('/');
	const contextData = waiting.result.run.data.executionData?.contextData['node:Node'];
	const answers: Array<IWebhookResponseData['workflowData']> = [];

	async function handle(request: IncomingMessage, response: ServerResponse) {
		const url = new URL(String(request.url), address);
		const body = await text(request);
		const context = new WebhookContext(
			workflow,
			node!,
			{
				...h.engine.additionalData(workflow, nodeRun.credential, executionId),
				httpRequest: Object.assign(request, {
					// n8n gives a request without a body none either.
					body: body === '' ? undefined : qs.parse(body),
					query: qs.parse(url.search.slice(1)),
				}) as never,
				httpResponse: likeExpress(response) as never,
			},
			'manual',
			{} as never,
			[],
			{
				executionData: {
					contextData: { [`node:${name}`]: contextData },
					nodeExecutionStack: [
						{
							node: node!,
							data: { main: [waiting.items.map((json) => ({ json }))] },
							source: null,
						},
					],
				},
				resultData: { runData: {} },
			} as never,
		);
		const { signature, ...query } = Object.fromEntries(url.searchParams);
		const signed = new URL(context.getSignedResumeUrl(query));
		if (signature !== signed.searchParams.get('signature')) {
			response.writeHead(401).end();
			return;
		}
		const result = await webhook?.call(context);
		if (!result?.noWebhookResponse) throw new Error('n8n would send a response of its own');
		if (result.workflowData) answers.push(result.workflowData);
	}

	const server = createServer((request, response) => void handle(request, response));
	await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
	const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const reach = async (page: string, init: RequestInit) => {
		const { pathname, search } = new URL(page);
		const response = await fetch(host + pathname + search, init);
		return { status: response.status, headers: response.headers, html: await response.text() };
	};
	return {
		/** What the page gave the workflow; each of them would let the execution go on. */
		answers,
		get: async (headers: Record<string, string> = {}, page = waiting.address) =>
			await reach(page, { headers }),
		post: async (fields: Record<string, string>, page = waiting.address) =>
			await reach(page, { method: 'POST', body: new URLSearchParams(fields) }),
		close: () => server.close(),
	};
}

/** The texts of a page's body. */
export const textsOf = (html: string): string =>
	html
		.replace(/^.*<body>/s, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
		.replace(/\s+/g, ' ')
		.trim();
