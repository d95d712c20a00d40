import { until } from '../lib/progress.mts';

/**
 * Posts to a webhook until n8n has taken it, as a careful sender does: n8n may be away. A post whose
 * answer got lost may start its workflow twice.
 *
 * @param body what is posted, or what the first, second ... post is made of
 * @returns how often it was posted
 */
export async function post(
	url: string,
	path: string,
	body: object | ((post: number) => object),
): Promise<number> {
	let posts = 0;
	const isTaken = async () => {
		posts++;
		try {
			const response = await fetch(`${url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(typeof body === 'function' ? body(posts) : body),
				signal: AbortSignal.timeout(10_000),
			});
			await response.arrayBuffer();
			return response.ok;
		} catch {
			return false;
		}
	};
	await until(`Webhook ${path}`, isTaken, { timeout: 120_000, interval: 500 });
	return posts;
}
