import assert from 'node:assert/strict';

import type { LocalService } from '../../service/index.mts';
import { until } from '../lib/progress.mts';

/** A robot that looks at every link of a message, and a person with a phone. */
const ROBOT = { 'user-agent': 'facebookexternalhit/1.1' };
const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 6.0) Chrome/55.0 Mobile Safari/537.36' };

/** The page of a question, as the phone that got the SMS reaches it. */
export interface QuestionPage {
	/** The text of the SMS. */
	text: string;
	shortLink: string;
	/** Opens the short link, as a person or as a robot. */
	open(as?: 'person' | 'robot'): Promise<{ status: number; html: string }>;
	/** Presses a button. */
	press(answer: 'approve' | 'decline'): Promise<{ status: number; html: string }>;
}

/** Waits for the SMS with a question, which is the next message after the first `before` ones. */
export async function nextQuestion(service: LocalService, before: number): Promise<QuestionPage> {
	const text = await until('The SMS with the question', async () => {
		return [...service.store.messages.all()].at(before)?.text;
	});
	const shortLink = /https?:\S+$/.exec(text)?.[0];
	assert.ok(shortLink, `no link in "${text}"`);
	const read = async (response: Response) => ({
		status: response.status,
		html: await response.text(),
	});
	return {
		text,
		shortLink,
		open: async (as = 'person') =>
			await read(await fetch(shortLink, { headers: as === 'robot' ? ROBOT : PHONE })),
		press: async (answer) => {
			// The form sends to the address of the page, where the short link led.
			const { url } = await fetch(shortLink, { headers: PHONE });
			const body = new URLSearchParams({ answer });
			return await read(await fetch(url, { method: 'POST', headers: PHONE, body }));
		},
	};
}
