import { until } from './progress.mts';
import { KEYS } from './workflows.mts';

const { name: HEADER, value: KEY } = KEYS.httpHeaderAuth.data;

const send = (
	n8nUrl: string,
	path: string,
	body: object,
	{ signal, key = KEY }: { signal?: AbortSignal; key?: string } = {},
): Promise<Response> =>
	fetch(`${n8nUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(key && { [HEADER]: key }) },
		body: JSON.stringify(body),
		signal,
	});

/** Posts JSON to a webhook of a published workflow, with the key that the examples ask for. */
export async function postWebhook(
	n8nUrl: string,
	path: string,
	body: object,
	key?: string,
): Promise<{ status: number; json: unknown }> {
	const response = await send(n8nUrl, path, body, { key });
	const text = await response.text();
	const isJson = response.headers.get('content-type')?.includes('json');
	return { status: response.status, json: isJson ? JSON.parse(text) : undefined };
}

/**
 * Posts to a webhook until n8n has taken it, as a careful sender does: n8n may be away. A post whose
 * answer got lost may start its workflow twice.
 *
 * @param body what is posted, or what the first, second ... post is made of
 * @returns how often it was posted
 */
export async function post(
	n8nUrl: string,
	path: string,
	body: object | ((post: number) => object),
): Promise<number> {
	let posts = 0;
	const isTaken = async () => {
		posts++;
		const now = typeof body === 'function' ? body(posts) : body;
		const response = await send(n8nUrl, path, now, { signal: AbortSignal.timeout(60_000) }).catch(
			() => undefined,
		);
		await response?.arrayBuffer().catch(() => undefined);
		return response?.ok;
	};
	await until(`Webhook ${path}`, isTaken, { timeout: 300_000, interval: 500 });
	return posts;
}
