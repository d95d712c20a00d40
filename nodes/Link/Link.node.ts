import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { testCredential } from '../shared/api/credentialTest';
import { executeNode, nodeProperties } from '../shared/operation/node';
import { getLinks } from './campaign/getLinks';
import { create } from './link/create';
import { deleteLink } from './link/delete';
import { get } from './link/get';
import { getAll } from './link/getAll';
import { update } from './link/update';
import { searchLinks } from './listSearch';
import { get as getStatistics } from './statistics/get';

const operations = [create, deleteLink, get, getAll, update, getLinks, getStatistics];

export class Link implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Mobizon Link',
		name: 'link',
		icon: { light: 'file:link.svg', dark: 'file:link.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Make short links, and count their clicks',
		defaults: { name: 'Mobizon Link' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'mobizonSmsApi', required: true, testedBy: 'testCredential' }],
		properties: nodeProperties(
			[
				{ name: 'Link', value: 'link' },
				{ name: 'Statistic', value: 'statistics' },
				{ name: 'Campaign', value: 'campaign' },
			],
			operations,
		),
	};

	methods = { credentialTest: { testCredential }, listSearch: { searchLinks } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeNode(this, operations);
	}
}
