import { setTimeout as sleep } from 'node:timers/promises';
import { smsFrom } from '../traffic/messages.mts';
import { post } from '../traffic/posting.mts';

/** Messages of one execution. */
const BATCH = 10;
const SEND_EVERY_MS = 2_000;
const LIST_EVERY_MS = 3_000;

/** How much was asked for. */
export interface Asked {
	messages: number;
	sendings: number;
	listings: number;
}

/** Sends and lists at a steady pace for so long, in ms. */
export async function work(url: string, lasts: number): Promise<Asked> {
	const end = Date.now() + lasts;
	const asked: Asked = { messages: 0, sendings: 0, listings: 0 };
	const sendOn = async () => {
		while (Date.now() < end) {
			const messages = smsFrom(asked.messages + 1, BATCH);
			asked.messages += BATCH;
			asked.sendings += await post(url, 'send', { messages });
			await sleep(SEND_EVERY_MS);
		}
	};
	const listOn = async () => {
		while (Date.now() < end) {
			asked.listings += await post(url, 'list', { limit: 150 });
			await sleep(LIST_EVERY_MS);
		}
	};
	await Promise.all([sendOn(), listOn()]);
	return asked;
}
