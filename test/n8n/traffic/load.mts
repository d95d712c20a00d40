import {
	chain,
	EVERY_5_SECONDS,
	mobizonNode,
	node,
	type WorkflowFile,
	type WorkflowNode,
	type SavedWorkflow,
} from '../lib/workflows.mts';
import type { LocalService } from '../../service/index.mts';
import type { Numbers } from '../../service/freedoms/random.mts';
import type { Run } from '../lib/run.mts';
import { accountAt, logIn } from '../lib/session.mts';

/** Names of the nodes whose output is read. */
export const EACH = 'Each message';
export const SEND = 'Send';
export const ASK = 'Ask';
export const TRIGGER = 'When a message changes';

/** Starts the workflow with what is posted to /webhook/<path>; as a rule it answers at once. */
export function webhook(path: string, responseMode = 'onReceived'): WorkflowNode {
	// Without an id of its own, n8n puts the workflow's id into the path.
	const more = { typeVersion: 2, webhookId: path };
	const parameters = { httpMethod: 'POST', path, responseMode };
	return node(path, 'n8n-nodes-base.webhook', parameters, more);
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

export function listWorkflow(credentialId: string): WorkflowFile {
	const parameters = { resource: 'message', operation: 'getAll', limit: 150 };
	const list = mobizonNode(credentialId, 'List', 'message', parameters, isSeparate);
	const nodes = [webhook('list'), list];
	return { name: 'List', nodes, connections: chain(nodes) };
}

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

/** A message to send; the number tells it from all others in every field. */
export interface Sms {
	key: string;
	to: string;
	text: string;
}

export const sms = (number: number): Sms => ({
	key: `order-${number}`,
	to: `7701${String(number).padStart(7, '0')}`,
	text: `Order ${number} is on its way`,
});

export const smsFrom = (first: number, count: number): Sms[] =>
	Array.from({ length: count }, (_, i) => sms(first + i));

const METHOD = 'Message/SendSmsMessage';

/** What goes wrong in the service, and in how many of a thousand calls. */
const FAULTS = [
	{ method: METHOD, perMille: 10, kind: { drop: 'after' } },
	{ method: METHOD, perMille: 3, kind: { drop: 'before' } },
	{ method: METHOD, perMille: 10, kind: { code: 30 } },
	{ method: METHOD, perMille: 5, kind: { code: 1, data: { recipient: ['is not accepted'] } } },
	{ method: METHOD, perMille: 5, kind: { status: 502, body: '<h1>Bad gateway</h1>', at: 'after' } },
	{ method: 'Message/List', perMille: 30, kind: { status: 503 } },
	{ method: 'Message/List', perMille: 30, kind: { truncated: true } },
	{ method: 'Message/List', perMille: 30, kind: { drop: 'after' } },
] as const;

/** Lets calls of the service go wrong at random; every call takes `delay` ms more. */
export function addFaults(service: LocalService, random: Numbers, delay: number): void {
	service.faults.delay = delay;
	for (const { perMille, ...fault } of FAULTS) {
		const when = () => random.next() * 1000 < perMille;
		service.faults.add({ ...fault, when, times: Infinity });
	}
}

/** Makes a workflow whose nodes use the credential of this id. */
type Maker = (credentialId: string) => WorkflowFile;

export async function publishAll(n8nUrl: string, service: LocalService, makers: Maker[]) {
	const session = await logIn(n8nUrl);
	const credentialId = await session.createCredential(accountAt(service));
	const workflows: SavedWorkflow[] = [];
	for (const make of makers) workflows.push(await session.publish(make(credentialId)));
	return { session, credentialId, workflows };
}

export async function startRegular(
	run: Run,
	makers: Maker[],
	given: Parameters<Run['product']>[0] = {},
) {
	const product = await run.product(given);
	return { ...product, ...(await publishAll(product.n8n.url, product.service, makers)) };
}
