import {
	chain,
	EVERY_5_SECONDS,
	mobizonNode,
	node,
	type WorkflowFile,
	type WorkflowNode,
} from '../lib/workflows.mts';

/** Names of the nodes whose output is read. */
export const EACH = 'Each message';
export const SEND = 'Send';
export const LIST = 'List';
export const ASK = 'Ask';
export const TRIGGER = 'When a message changes';

/** Starts the workflow with what is posted to /webhook/<path>, and answers at once. */
function webhook(path: string): WorkflowNode {
	// Without an id of its own, n8n puts the workflow's id into the path.
	const more = { typeVersion: 2, webhookId: path };
	const parameters = { httpMethod: 'POST', path, responseMode: 'onReceived' };
	return node('Webhook', 'n8n-nodes-base.webhook', parameters, more);
}

const isSeparate = { onError: 'continueErrorOutput' } as const;

function sending(name: string, path: string, credentialId: string, options: object): WorkflowFile {
	const parameters = {
		resource: 'message',
		operation: 'send',
		recipient: '={{ $json.to }}',
		text: '={{ $json.text }}',
		options,
	};
	const nodes = [
		webhook(path),
		node(EACH, 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'body.messages' }),
		mobizonNode(credentialId, SEND, 'message', parameters, isSeparate),
	];
	return { name, nodes, connections: chain(nodes) };
}

/** Sends the `messages` that are posted to /webhook/send; each with its key, an item of its own. */
export const sendWorkflow = (credentialId: string): WorkflowFile =>
	sending('Send', 'send', credentialId, { sendOnceKey: '={{ $json.key }}' });

/** Sends the `messages` that are posted to /webhook/send-plain, without keys. */
export const plainSendWorkflow = (credentialId: string): WorkflowFile =>
	sending('Send without keys', 'send-plain', credentialId, {});

/** Asks a question by SMS for each post to /webhook/ask, and waits for the answer. */
export function askWorkflow(credentialId: string): WorkflowFile {
	const parameters = {
		resource: 'message',
		operation: 'sendAndWait',
		recipient: '+7 701 555 09 30',
		message: 'Refund 120 EUR?',
		approvalOptions: { values: { approvalType: 'double' } },
	};
	const page = { webhookId: 'ask-page' };
	const nodes = [webhook('ask'), mobizonNode(credentialId, ASK, 'message', parameters, page)];
	return { name: 'Ask', nodes, connections: chain(nodes) };
}

/** Lists the newest messages for each post to /webhook/list. */
export function listWorkflow(credentialId: string): WorkflowFile {
	const parameters = {
		resource: 'message',
		operation: 'getAll',
		returnAll: false,
		limit: '={{ $json.body.limit }}',
	};
	const nodes = [
		webhook('list'),
		mobizonNode(credentialId, LIST, 'message', parameters, isSeparate),
	];
	return { name: 'List', nodes, connections: chain(nodes) };
}

/** Emits changes of messages, often. */
export const triggerWorkflow =
	(triggerOn: 'any' | 'final') =>
	(credentialId: string): WorkflowFile => {
		const parameters = { pollTimes: EVERY_5_SECONDS, triggerOn };
		const nodes = [
			mobizonNode(credentialId, TRIGGER, 'messageTrigger', parameters),
			node('Use it', 'n8n-nodes-base.noOp'),
		];
		return { name: 'Events', nodes, connections: chain(nodes) };
	};
