import assert from 'node:assert/strict';
import { postWebhook } from '../lib/webhooks.mts';
import type { Play } from './stage.mts';

const TABLE = 'SMS codes';

/** Plays the site that asks for codes, and people who enter them, rightly, wrongly and too often. */
export const checkOneTimePassword: Play = async (stage) => {
	const { session, n8nUrl } = stage;
	const workflow = await stage.save();
	await stage.run(workflow);
	await session.activate(workflow);

	const ask = async (requestId: string) => {
		const messages = stage.listen();
		const body = { requestId, recipient: '+7 701 555 03 00' };
		assert.deepEqual((await postWebhook(n8nUrl, 'otp/request', body)).json, { sent: true });
		return messages().map(({ text }) => /^\d{6}/.exec(text)?.[0] ?? '');
	};
	const verify = async (requestId: string, code: string) =>
		await postWebhook(n8nUrl, 'otp/verify', { requestId, code });
	const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
	const [no, yes] = [
		{ status: 403, json: { ok: false } },
		{ status: 200, json: { ok: true } },
	];

	const { status } = await postWebhook(n8nUrl, 'otp/request', { requestId: 'x' }, 'guessed');
	assert.equal(status, 403, 'a stranger');
	const [code, ...more] = await ask('login-4711');
	assert.match(code, /^\d{6}$/);
	assert.deepEqual(more, []);
	assert.deepEqual(await ask('login-4711'), [], 'asked for twice, sent once');
	const [{ codeHash, ...row }] = await session.readDataTable(TABLE);
	// By chance it may hold the same six digits.
	assert.match(String(codeHash), /^[0-9a-f]{64}$/);
	assert.ok(!JSON.stringify(row).includes(code), 'the table does not hold the code');

	assert.deepEqual(await verify('login-4711', wrong(code)), no);
	assert.deepEqual(await verify('nobody', code), no);
	assert.deepEqual(await verify('login-4711', code), yes);
	assert.deepEqual(await verify('login-4711', code), no, 'a code is good once');

	const [guessed] = await ask('login-4712');
	for (let n = 0; n < 5; n++) {
		assert.deepEqual(await verify('login-4712', wrong(guessed)), no);
	}
	assert.deepEqual(await verify('login-4712', guessed), no, 'after five tries');
};
