import type { IDataObject, INodeParameters, IWebhookResponseData } from 'n8n-workflow';
import qs from 'qs';

import { resultOf, type NodeRun } from '../../engine/lib/engine.mts';
import type { Harness } from '../../engine/lib/harness.mts';

export const QUESTION = { recipient: '77011231000', message: 'Pay 120 EUR?' };

/**
 * Asks a question.
 *
 * @param calls the items of the calls that an agent makes at once, of which the last is asked about
 * @throws Error if the execution does not wait after it
 */
export async function ask(
	h: Harness,
	given: INodeParameters = {},
	more: Partial<NodeRun> = {},
	calls?: IDataObject[][],
) {
	const parameters: INodeParameters = { ...QUESTION, ...given };
	const node = h.node('message', 'message.sendAndWait', parameters, more);
	const result = resultOf(await h.engine.start(node, calls));
	if (result.run.status !== 'waiting') throw result.error ?? new Error('it does not wait');
	const { links, messages } = h.service.store;
	const [link, message] = [[...links.all()].at(-1), [...messages.all()].at(-1)];
	// The address is that of the page, as the link leads to it.
	const { fullLink: address, text: sms } = { fullLink: '', text: '', ...link, ...message };
	return { result, parameters, items: calls?.at(-1) ?? more.items ?? [{}], address, sms };
}
export type Waiting = Awaited<ReturnType<typeof ask>>;

/**
 * The page of a question that waits, in n8n's own context for webhooks, with as much of Express as a node's page
 * may use. Nobody checks the signature before it, as n8n does since 2.1.
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
	const [, , executionId] = new URL(waiting.address).pathname.split('/');
	const { executionData, resultData } = waiting.result.run.data;
	const contextData = executionData?.contextData['node:Node'];
	const data = { main: [waiting.items.map((json) => ({ json }))] };
	const execution = {
		executionData: {
			contextData: { [`node:${name}`]: contextData },
			nodeExecutionStack: [{ node, data, source: null }],
		},
		resultData: { runData: { [name]: resultData.runData.Node } },
	};
	const answers: Array<IWebhookResponseData['workflowData']> = [];

	async function reach(page: string, request: object) {
		const shown = { status: 0, headers: {} as Record<string, string>, html: '' };
		const response = {
			status: (code: number) => void (shown.status = code),
			setHeader: (header: string, value: string) => void (shown.headers[header] = value),
			send: (html: string) => void (shown.html = html),
		};
		// As Express reads it for n8n.
		const query = qs.parse(new URL(page).search.slice(1), { allowPrototypes: true });
		const httpRequest = { ...request, query } as never;
		const additional = h.engine.additionalData(workflow, nodeRun.credential, executionId);
		const context = new WebhookContext(
			...[workflow, node!],
			{ ...additional, httpRequest, httpResponse: response as never },
			...['manual' as const, {} as never, [], execution as never],
		);
		const result = await webhook?.call(context);
		if (!result?.noWebhookResponse) throw new Error('n8n would send a response of its own');
		if (result.workflowData) answers.push(result.workflowData);
		return shown;
	}

	return {
		/** What the page gave the workflow; each of them would let the execution go on. */
		answers,
		get: async (headers: Record<string, string> = {}) =>
			await reach(waiting.address, { method: 'GET', headers }),
		post: async (fields: Record<string, string>, page = waiting.address) => {
			const sent = new URLSearchParams(fields).toString();
			// n8n gives a request without a body none either.
			const body = sent === '' ? undefined : qs.parse(sent);
			return await reach(page, { method: 'POST', headers: {}, body });
		},
	};
}

export const textsOf = (html: string): string =>
	html
		.replace(/^.*<body>/s, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
		.replace(/\s+/g, ' ')
		.trim();
