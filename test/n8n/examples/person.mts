import assert from 'node:assert/strict';
import type { LocalService } from '../../service/index.mts';
import { until } from '../lib/progress.mts';

/** A robot that looks at every link of a message, and a person with a phone. */
const ROBOT = { 'user-agent': 'facebookexternalhit/1.1' };
const PHONE = { 'user-agent': 'Mozilla/5.0 (Linux; Android 6.0) Chrome/55.0 Mobile Safari/537.36' };

/** The page of a question, as the phone that got the SMS reaches it. */
export type QuestionPage = Awaited<ReturnType<typeof nextQuestion>>;

/** Waits for the SMS with a question, which is the next message after the first `before` ones. */
export async function nextQuestion(service: LocalService, before: number) {
	const text = await until('The SMS with the question', async () => {
		return [...service.store.messages.all()].at(before)?.text;
	});
	const shortLink = /https?:\S+/.exec(text)?.[0];
	assert.ok(shortLink, `no link in "${text}"`);
	const reach = async (url: string, init: RequestInit) => {
		const response = await fetch(url, init);
		return { url: response.url, status: response.status, html: await response.text() };
	};
	const open = (as: 'person' | 'robot' = 'person') =>
		reach(shortLink, { headers: as === 'robot' ? ROBOT : PHONE });
	let pageUrl: string | undefined;
	/** Presses a button: the form sends to the address of the page, where the short link led. */
	const press = async (answer: 'approve' | 'decline', code?: string) => {
		const body = new URLSearchParams({ answer, ...(code && { code }) });
		// It stays in the browser, also when the short link is deleted.
		pageUrl ??= (await open()).url;
		return await reach(pageUrl, { method: 'POST', headers: PHONE, body });
	};
	/** Answers as a stranger, who knows of the execution but has no link to it, or another one. */
	const forge = async () => {
		const { url } = await open();
		const signatures = ['', '&signature=', `&signature=${'0'.repeat(64)}`];
		const addresses = signatures.map((other) => url.replace(/&signature=.*/, other));
		const body = new URLSearchParams({ answer: 'approve' });
		const answers = addresses.flatMap((address) => [
			reach(address, { headers: PHONE }),
			reach(address, { method: 'POST', headers: PHONE, body }),
		]);
		return await Promise.all(answers);
	};
	return { text, shortLink, open, press, forge };
}
