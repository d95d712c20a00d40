import assert from 'node:assert/strict';
import { postWebhook, withNode } from '../lib/workflows.mts';
import { type Play, only, acceptedBy } from './stage.mts';
import { until } from '../lib/progress.mts';
import { startHour } from './standIns.mts';

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

	const guessed = await postWebhook(n8nUrl, 'otp/request', { requestId: 'x' }, { key: 'guessed' });
	assert.equal(guessed.status, 403, 'a stranger');
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

	const [other] = await ask('login-4712');
	for (let n = 0; n < 5; n++) {
		assert.deepEqual(await verify('login-4712', wrong(other)), no);
	}
	assert.deepEqual(await verify('login-4712', other), no, 'after five tries');
};

const LEFT = { cartId: 'c-1', recipient: '+7 701 555 09 00' };
const ORDERED = { cartId: 'c-2', name: 'Boris', recipient: '+7 701 555 09 02' };

/** One cart is left and posted twice, another one is ordered in time: one person gets one SMS. */
export const checkAbandonedCart: Play = async (stage) => {
	const { session, n8nUrl } = stage;
	const { url, passes } = await startHour();
	const ask = { type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2, parameters: { url } };
	const workflow = await stage.save(withNode(stage.file, 'An hour, not at night', ask));
	await stage.run(workflow);
	await session.activate(workflow);
	const messages = stage.listen();
	/** Waits until the cart is in the table: two notes of one cart at the same moment may become two rows. */
	const noted = (wanted: Record<string, unknown>) =>
		until('The cart in the table', async () => {
			const rows = await session.readDataTable('Carts');
			return rows.some((row) => Object.keys(wanted).every((name) => row[name] === wanted[name]));
		});
	const post = async (path: string, cart: typeof LEFT | { cartId: string }, note: object = {}) => {
		await postWebhook(n8nUrl, path, cart);
		await noted({ ...cart, ...note });
	};
	await post('cart-left', ORDERED);
	for (const cart of [LEFT, LEFT]) await post('cart-left', cart);
	await post('cart-ordered', { cartId: ORDERED.cartId }, { ordered: true });
	for (const ended of [2, 3, 4]) {
		await passes();
		await session.executionsOf(workflow, ended);
	}
	const { to, text } = only(messages(), 'message');
	assert.equal(to, '77015550900');
	assert.match(text, /^Hello, your cart/, 'without a name');
};

const HOUR = 3_600_000;

/** One that was yesterday, one for which it is too late, one with a bad number, and two without a time. */
const MORE_APPOINTMENTS = `].concat([
	{ id: "A-4", name: "Eva", recipient: "+7 701 555 02 06", startsAt: $now.minus({ days: 1 }).toISO() },
	{ id: "A-5", name: "Fedor", recipient: "+7 701 555 02 08", startsAt: $now.plus({ hours: 1 }).toISO() },
	{ id: "A-6", name: "Galina", recipient: "+7 701", startsAt: $now.plus({ days: 5 }).toISO() },
	{ id: "A-7", name: "Hana", recipient: "+7 701 555 02 10", startsAt: "" },
	{ id: "A-8", name: "Ilya", recipient: "+7 701 555 02 12" },
]) } }}`;

/** Reminders are sent a day before, by the service, at no time of night, and never when it is too late. */
export const checkReminder: Play = async (stage) => {
	const appointments = stage.file.nodes.find(({ name }) => name === 'Appointments');
	const jsonOutput = String(appointments?.parameters.jsonOutput).replace(
		'\n] } }}',
		MORE_APPOINTMENTS,
	);
	const file = withNode(stage.file, 'Appointments', { parameters: { jsonOutput } });
	const { execution, calls } = await stage.run(await stage.save(file));
	const { service } = stage;
	const sent = execution.items('Send the reminder');
	const left = execution.items('Not now').map(({ id }) => id);
	assert.equal(
		left.sort().join(),
		'A-3,A-4,A-5,A-6,A-7,A-8',
		'too far, over, near, refused, never',
	);
	assert.equal(sent.length, 2);
	assert.equal(acceptedBy(calls, 'Message/SendSmsMessage').length, 2);

	const [later, now] = sent.map(({ messageId }) => service.store.message(String(messageId)));
	assert.ok(later && now);
	const [first] = execution.items('A day before');
	const wanted = Date.parse(String(first.remindAt));
	assert.ok(wanted > Date.now() + 2 * HOUR);
	// For 7:30 in the morning the reminder would go out before the hours begin.
	assert.match(String(first.remindAt), /T09:00/);
	const deferredTo = (to: string) => {
		const call = calls.find(({ rawBody }) => rawBody.includes(`recipient=${to}`));
		return new URLSearchParams(call?.rawBody).get('params[deferredToTs]');
	};
	assert.equal(service.store.zone.parse(String(deferredTo(later.to))), wanted);
	assert.equal(later.startSendTs, null, 'the first one waits in the service');
	// Whoever runs this at night sees it wait until morning.
	const wait = deferredTo(now.to);
	assert.ok(wait === null || / (09|1\d):/.test(wait), `not at night: ${wait}`);
};
