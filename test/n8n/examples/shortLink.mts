import assert from 'node:assert/strict';
import { acceptedBy, countCalls, only, type Example, type Run, type Scene } from './example.mts';

const SEND = 'Message/SendSmsMessage';

const shortLinkOf = ({ execution }: Run) =>
	String(only(execution.items('Create a short link'), 'short link').shortLink);

/** The one message of the run is the one in the output, and it was delivered. */
function checkDelivery(run: Run): string[] {
	const { execution, service, calls } = run;
	const link = shortLinkOf(run);
	const sent = only(execution.items('Send the SMS'), 'sent message');
	const report = only(execution.items('Get the delivery report'), 'delivery report');
	const listed = only(execution.items('List the messages of the campaign'), 'listed message');

	const messageId = only(acceptedBy(calls, SEND), 'accepted message');
	const message = service.store.message(messageId);
	assert.equal(String(sent.messageId), messageId);
	assert.equal(message?.to, '77001234567');
	assert.ok(message?.text.endsWith(link), 'the text ends with the short link');
	assert.equal(acceptedBy(calls, 'Link/Create').length, 1);

	assert.equal(report.status, 'DELIVRD');
	assert.equal(report.final, true);
	assert.equal(String(listed.id), messageId);
	assert.equal(listed.text, message?.text);
	return [
		`short link ${link}`,
		`message ${messageId} to ${message?.to}: ${report.status} at ${report.statusUpdateTs}`,
		`  "${message?.text}"`,
	];
}

/** Opens a short link as a reader's phone would; gives where it leads. */
async function click(shortLink: string): Promise<string> {
	const response = await fetch(shortLink, { redirect: 'manual' });
	assert.equal(response.status, 302, `${shortLink} answered ${response.status}`);
	return response.headers.get('location') ?? '';
}

const ordinary: Scene = {
	check: checkDelivery,
	async afterwards(run) {
		const link = shortLinkOf(run);
		const target = await click(link);
		assert.equal(target, 'https://example.com/orders/1001?from=sms');
		assert.equal(await click(link), target);
		return [`two readers click it and arrive at ${target}`];
	},
};

const lostAnswer: Scene = {
	title: 'Again, and the answer to the sending gets lost on the way',
	prepare({ faults }) {
		faults.add({ method: SEND, kind: { drop: 'after' } });
	},
	check(run) {
		const lines = checkDelivery(run);
		assert.equal(countCalls(run.calls, SEND), 1, 'it was not sent again');
		assert.equal(run.execution.items('Send the SMS')[0].recovered, true);
		return [...lines, 'found in the list of messages, not sent a second time'];
	},
};

export const shortLink: Example = {
	file: 'short-link-in-an-sms.json',
	scenes: [ordinary, lostAnswer],
};
