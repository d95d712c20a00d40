import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { testCredential } from '../shared/api/credentialTest';
import { subtitleOf } from '../shared/polling/poll';
import { triggerFields, triggerOnOptions } from './settings';
import { poll } from './poll';

export class MessageTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobizon Message Trigger',
		name: 'messageTrigger',
		icon: { light: 'file:messageTrigger.svg', dark: 'file:messageTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(triggerOnOptions),
		// n8n's node panel shows this text for Mobizon Message and its trigger together.
		description: 'Send SMS, follow their delivery, and start workflows when it changes',
		defaults: { name: 'Mobizon Message Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mobizonSmsApi', required: true, testedBy: 'testCredential' }],
		properties: triggerFields,
	};

	methods = { credentialTest: { testCredential } };

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
