import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../lib/webhooks.mts';
import type { Sms } from '../traffic/messages.mts';

/** Hands messages over to a workflow; tells how many posts it took. */
type Way = (url: string, messages: Sms[]) => Promise<number>;

/** Each message with its key. */
export const keyed: Way = async (url, messages) => await post(url, 'send', { messages });

/** Twice at the same moment, as when a webhook is called twice: two workers race for every key. */
export const keyedTwice: Way = async (url, messages) => {
	const [first, second] = await Promise.all([keyed(url, messages), keyed(url, messages)]);
	return first + second;
};

/** Without keys each post means messages of its own, which is to be seen in their texts. */
export const plain: Way = async (url, messages) =>
	await post(url, 'send-plain', (number) => ({
		messages: messages.map(({ to, text }) => ({ to, text: `${text} (${number})` })),
	}));

/**
 * Hands batches over, one execution each, a few at the same time.
 *
 * @param url the main process
 * @param pause ms between the starts
 * @returns how many posts it took: more than batches where n8n was away
 */
export async function handOver(
	url: string,
	way: Way,
	batches: Sms[][],
	pause: number,
): Promise<number> {
	const posts: Array<Promise<number>> = [];
	for (const messages of batches) {
		posts.push(way(url, messages));
		// Awaited below; until then a failure has to have somebody who knows of it.
		posts.at(-1)?.catch(() => undefined);
		await sleep(pause);
	}
	return (await Promise.all(posts)).reduce((sum, count) => sum + count, 0);
}
