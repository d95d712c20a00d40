import { until } from '../lib/progress.mts';

/**
 * Posts to a webhook until n8n has taken it, as a careful sender does: n8n may be away. A post whose
 * answer got lost may start its workflow twice.
 *
 * @returns how often it was posted
 */
export async function post(url: string, path: string, body: unknown): Promise<number> {
	let posts = 0;
	const isTaken = async () => {
		posts++;
		try {
			const response = await fetch(`${url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
				signal: AbortSignal.timeout(10_000),
			});
			await response.arrayBuffer();
			return response.ok ? true : undefined;
		} catch {
			return undefined;
		}
	};
	await until(`Webhook ${path}`, isTaken, { timeout: 120_000, interval: 500 });
	return posts;
}
