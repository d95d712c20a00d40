import assert from 'node:assert/strict';
import {
	acceptedBy,
	checkItems,
	countCalls,
	only,
	type Play,
	type Played,
	type Stage,
} from './stage.mts';

const SEND = 'Message/SendSmsMessage';
const FULL_LINK = 'https://example.com/shop/collections/winter?utm_source=sms&utm_campaign=winter';

/** The one message of the run is the one in the output, and it was delivered. */
function checkDelivery({ service }: Stage, { execution, calls }: Played) {
	const link = String(only(execution.items('Create short link'), 'short link').shortLink);
	const sent = only(execution.items('Send the SMS'), 'sent message');

	const messageId = only(acceptedBy(calls, SEND), 'accepted message');
	const message = service.store.message(messageId);
	assert.equal(message?.to, '77001234567');
	assert.ok(message?.text.endsWith(link), 'the text ends with the short link');
	assert.equal(acceptedBy(calls, 'Link/Create').length, 1);

	checkItems(execution, {
		'Send the SMS': [{ messageId: Number(messageId) }],
		'Get the delivery report': [{ status: 'DELIVRD', final: true }],
		'List the messages of the campaign': [{ id: Number(messageId), text: message?.text }],
	});
	return { link, sent };
}

/** Sends, has two readers click, and sends again while the answer to the sending gets lost. */
export const checkShortLink: Play = async (stage) => {
	const workflow = await stage.save();
	const first = checkDelivery(stage, await stage.run(workflow));
	const target = 'https://example.com/orders/1001?from=sms';
	for (let reader = 0; reader < 2; reader++) {
		const { status, headers } = await fetch(first.link, { redirect: 'manual' });
		assert.deepEqual([status, headers.get('location')], [302, target]);
	}
	stage.service.faults.add({ method: SEND, kind: { drop: 'after' } });
	const again = await stage.run(workflow);
	const { sent } = checkDelivery(stage, again);
	assert.equal(countCalls(again.calls, SEND), 1, 'it was not sent again');
	assert.equal(sent.recovered, true);
};

/** The service shortens the link of a text. */
export const checkShortenedLinks: Play = async (stage) => {
	const { execution, calls } = await stage.play();
	const messageId = only(acceptedBy(calls, SEND), 'accepted message');
	const [{ id, shortLink }] = execution.items('Get the links of the campaign');
	checkItems(execution, {
		'Count the segments': [{ encoding: 'GSM-7', segments: 1 }],
		'Send the SMS': [{ messageId: Number(messageId) }],
		'Get the links of the campaign': [{ fullLink: FULL_LINK }],
		'Get the link': [{ id, shortLink }],
	});
	const { text } = stage.service.store.message(messageId) ?? { text: '' };
	assert.ok(text.includes(String(shortLink)), 'the text has the short link');
	assert.ok(!text.includes(FULL_LINK), 'the text no longer has the long one');
};
