import assert from 'node:assert/strict';
import { acceptedBy, only, type Play } from './stage.mts';

const HOUR = 3_600_000;

/** Reminders are sent a day before, by the service, and at no time of night. */
export const checkReminder: Play = async (stage) => {
	const { execution, calls } = await stage.play();
	const { service } = stage;
	const sent = execution.items('Send the reminder');
	assert.equal(only(execution.items('Left for later'), 'appointment too far ahead').id, 'A-3');
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
