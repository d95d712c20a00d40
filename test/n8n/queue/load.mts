import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../traffic/posting.mts';
import type { Sms } from '../traffic/messages.mts';

/**
 * Hands batches to the send workflow, one execution each, a few at the same time.
 *
 * @param url the main process
 * @param pause ms between the starts
 * @returns how many posts it took: more than batches where n8n was away
 */
export async function handOver(url: string, batches: Sms[][], pause: number): Promise<number> {
	const posts: Array<Promise<number>> = [];
	for (const messages of batches) {
		const posted = post(url, 'send', { messages });
		// Awaited below; until then a failure has to have somebody who knows of it.
		posted.catch(() => undefined);
		posts.push(posted);
		await sleep(pause);
	}
	return (await Promise.all(posts)).reduce((sum, count) => sum + count, 0);
}
