import type { INodeParameters } from 'n8n-workflow';
import { DEFAULT_KEY } from '../../../service/index.mts';
import type { NodeSpec } from './n8n.mts';
import { Pool } from 'undici';
import { z } from 'zod';
import type { Call } from './service.mts';

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

const SUCCESS = z.object({ code: z.literal(0), data: z.unknown() });
const PATH_END = `?output=json&api=v1&apiKey=${DEFAULT_KEY}`;
const headers = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * The physical limit: makes calls again that were recorded, over keep-alive connections, so many at
 * once, and does nothing but parse the JSON of the answers.
 *
 * @returns the answers' data
 * @throws Error when an answer is not a success
 */
export async function makeCalls(url: string, calls: Call[], atOnce: number) {
	const pool = new Pool(url, { connections: atOnce });
	const data: unknown[] = [];
	let next = 0;
	const work = async () => {
		while (next < calls.length) {
			const position = next++;
			const { method, rawBody } = calls[position];
			const path = `/service/${method}${PATH_END}`;
			const answer = await pool.request({ method: 'POST', path, headers, body: rawBody });
			data[position] = SUCCESS.parse(await answer.body.json()).data;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	await pool.close();
	return data;
}
