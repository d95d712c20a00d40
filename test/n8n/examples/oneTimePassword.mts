import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { acceptedBy, countCalls, only, type Example, type Scene } from './example.mts';

const SEND = 'Message/SendSmsMessage';

const firstRequest: Scene = {
	check({ execution, service, calls }) {
		const told = only(execution.items('For your site'), 'answer for the site');
		const messageId = only(acceptedBy(calls, SEND), 'accepted message');
		assert.equal(told.messageId, messageId);

		const text = service.store.message(messageId)?.text ?? '';
		const code = /^\d{6}/.exec(text)?.[0];
		assert.ok(code, `no code in "${text}"`);
		const hash = createHmac('sha256', 'put a long secret of your own here')
			.update(`login-4711 ${code}`)
			.digest('hex');
		assert.equal(told.codeHash, hash, 'the hash is the one of the code that was sent');
		assert.ok(!JSON.stringify(told).includes(code), 'the code itself is not handed on');
		const form = new URLSearchParams(calls.find(({ method }) => method === SEND)?.rawBody);
		assert.equal(form.get('params[validity]'), '60');
		return [`sent: "${text}"`, `for the site: ${told.codeHash}`];
	},
};

const repeatedRequest: Scene = {
	title: 'The same request for a password again',
	check({ execution, calls }) {
		assert.deepEqual(execution.items('For your site'), []);
		assert.equal(only(execution.items('Sent before'), 'answer').sentBefore, true);
		assert.equal(countCalls(calls, SEND), 0);
		return ['no second code was sent'];
	},
};

export const oneTimePassword: Example = {
	file: 'one-time-password.json',
	scenes: [firstRequest, repeatedRequest],
};
