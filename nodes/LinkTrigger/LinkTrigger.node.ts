import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { testCredential } from '../shared/api/credentialTest';
import { subtitleOf } from '../shared/polling/poll';
import { poll } from './poll';
import { triggerFields, triggerOnOptions } from './settings';

export class LinkTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobizon Link Trigger',
		name: 'linkTrigger',
		icon: { light: 'file:linkTrigger.svg', dark: 'file:linkTrigger.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: subtitleOf(triggerOnOptions),
		// n8n's node panel shows this text for Mobizon Link and its trigger together.
		description: 'Make short links, count their clicks, and start workflows when they are clicked',
		defaults: { name: 'Mobizon Link Trigger' },
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
