import type { INodeParameters } from 'n8n-workflow';

import { DEFAULT_KEY } from '../../../service/keys.mts';
import type { NodeSpec } from './n8n.mts';

const parameters = (values: { [name: string]: string | number }) => ({
	parameters: Object.entries(values).map(([name, value]) => ({ name, value: String(value) })),
});

/**
 * n8n's own HTTP Request node as a user sets it up for a method of the service: one call for each item.
 * The key stands in the query, which is quicker than a credential.
 */
export const httpRequest = (
	url: string,
	method: string,
	body: { [name: string]: string | number },
	options: INodeParameters = {},
): NodeSpec => ({
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: `${url}/service/${method}`,
		sendQuery: true,
		queryParameters: parameters({ output: 'json', api: 'v1', apiKey: DEFAULT_KEY }),
		sendBody: true,
		contentType: 'form-urlencoded',
		bodyParameters: parameters(body),
		options,
	},
});

/** Its pagination, page after page until all `totalItemCount` rows are there. */
export const allPages: INodeParameters = {
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: {
				parameters: [{ type: 'body', name: 'pagination[currentPage]', value: '={{ $pageCount }}' }],
			},
			paginationCompleteWhen: 'other',
			completeExpression: '={{ $pageCount * 100 >= Number($response.body.data.totalItemCount) }}',
		},
	},
};

/** n8n's own node that makes an item of each row of a list in an item. */
export const splitOut = (fieldToSplitOut: string): NodeSpec => ({
	type: 'n8n-nodes-base.splitOut',
	typeVersion: 1,
	parameters: { fieldToSplitOut, options: {} },
});
