import type { INodeParameters } from 'n8n-workflow';

import { chain, mobizonNode, node, type WorkflowFile } from '../../lib/workflows.mts';
import { httpRequest, splitOut } from '../lib/httpRequest.mts';

/** A way to send one SMS for each post to a webhook. */
export interface Contender {
	/** Also the path of its webhook. Behind it, `/all` takes a list of messages. */
	name: string;
	workflow(credentialId: string, serviceUrl: string): WorkflowFile;
}

/** From the webhook of one message, or from that of a list. */
const of = (field: string) => `={{ ($json.body ?? $json).${field} }}`;
const MESSAGE = { recipient: of('to'), text: 'Your order is ready' };

/** n8n answers when the execution is over. */
const webhook = (path: string) =>
	node(
		path,
		'n8n-nodes-base.webhook',
		{ httpMethod: 'POST', path, responseMode: 'lastNode' },
		{
			typeVersion: 2,
			webhookId: path,
		},
	);

const DO = 'Send';

function workflow(name: string, sends: WorkflowFile['nodes'][number]): WorkflowFile {
	const [one, all] = [webhook(name), webhook(`${name}-all`)];
	const { type, parameters } = splitOut('body.messages');
	const each = node('Each', type, parameters);
	return {
		name,
		nodes: [one, all, each, sends],
		connections: { ...chain([one, sends]), ...chain([all, each, sends]) },
	};
}

const send = (name: string, options: INodeParameters): Contender => ({
	name,
	workflow(credentialId) {
		const parameters = { resource: 'message', operation: 'send', ...MESSAGE, options };
		return workflow(name, mobizonNode(credentialId, DO, 'message', parameters));
	},
});

export const CONTENDERS: Contender[] = [
	{
		name: 'http',
		workflow(_, serviceUrl) {
			const spec = httpRequest(serviceUrl, 'Message/SendSmsMessage', MESSAGE);
			const { type, parameters, typeVersion } = spec;
			return workflow('http', node(DO, type, parameters, { typeVersion }));
		},
	},
	send('send', {}),
	send('keyed', { sendOnceKey: of('key') }),
];
