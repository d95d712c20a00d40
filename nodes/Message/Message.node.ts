import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { testCredential } from '../shared/api/credentialTest';
import { executeNode, nodeProperties } from '../shared/operation/node';
import { get as getDeliveryReport } from './deliveryReport/get';
import { summarize } from './deliveryReport/summarize';
import { getAll } from './message/getAll';
import { preview } from './message/preview';
import { send } from './send/send';
import { sendAndWait } from './message/sendAndWait';
import { answerQuestion, webhooks } from './approval/answer';

const operations = [send, sendAndWait, preview, getAll, getDeliveryReport, summarize];

export class Message implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobizon Message',
		name: 'message',
		icon: { light: 'file:message.svg', dark: 'file:message.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Send SMS messages, and follow their delivery. Sending is billed.',
		defaults: { name: 'Mobizon Message' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{
				name: 'mobizonSmsApi',
				required: true,
				testedBy: 'testCredential',
				// A preview makes no call.
				displayOptions: { hide: { operation: ['preview'] } },
			},
		],
		webhooks,
		waitingNodeTooltip: 'The workflow goes on when the person has answered',
		properties: nodeProperties(
			[
				{ name: 'Message', value: 'message' },
				{ name: 'Delivery Report', value: 'deliveryReport' },
			],
			operations,
		),
	};

	methods = { credentialTest: { testCredential } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeNode(this, operations);
	}

	/** The page behind the short link of a question. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await answerQuestion(this);
	}
}
