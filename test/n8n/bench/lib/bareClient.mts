import { Pool } from 'undici';

import { DEFAULT_KEY } from '../../../service/keys.mts';
import type { Call } from './service.mts';

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
			data[position] = dataOf(await answer.body.json());
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	await pool.close();
	return data;
}

function dataOf(envelope: unknown): unknown {
	if (typeof envelope === 'object' && envelope !== null && 'code' in envelope) {
		if (envelope.code === 0 && 'data' in envelope) return envelope.data;
	}
	throw new Error(`The bare client got ${JSON.stringify(envelope).slice(0, 200)}`);
}
