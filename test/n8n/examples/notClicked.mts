import assert from 'node:assert/strict';
import { acceptedBy, countCalls, only, type Example, type Scene } from './example.mts';

const SEND = 'Message/SendSmsMessage';
const TWO_DAYS = 2 * 86_400_000;

const [WAITING, CLICKED, YOUNG] = ['77015550310', '77015550316', '77015550317'];

const firstRun: Scene = {
	prepare({ store }) {
		const createTs = Date.now() - TWO_DAYS;
		store.addLink({ comment: `autumn-offer ${WAITING}`, createTs });
		store.click(store.addLink({ comment: `autumn-offer ${CLICKED}`, createTs }).code);
		store.addLink({ comment: `autumn-offer ${YOUNG}` });
	},
	check({ execution, service, calls }) {
		const { recipient } = only(execution.items('Send the reminder'), 'reminder');
		assert.equal(recipient, WAITING);
		const id = only(acceptedBy(calls, SEND), 'SMS that was sent');
		return [`"${service.store.message(id)?.text}" to ${WAITING}, who has not clicked`];
	},
};

const secondRun: Scene = {
	title: 'Those who did not click, on the next morning',
	check({ execution, calls }) {
		const { skipped } = only(execution.items('Send the reminder'), 'reminder');
		assert.equal(skipped, true);
		assert.equal(countCalls(calls, SEND), 0);
		return [`${WAITING} was reminded already: nothing is sent`];
	},
};

export const notClicked: Example = {
	file: 'remind-who-did-not-click.json',
	scenes: [firstRun, secondRun],
};
